// The page's views, each in its place of index.html, with the wishes they can utter.
//
// In the shell: it names the places. What the wishes lead to is decided in main.ts.
import { DirectoryView } from './ui/directory_view.ts';
import { DropTarget } from './ui/drop_target.ts';
import { FolderPanel } from './ui/folder_panel.ts';
import { fillKeyBar } from './ui/key_bar.ts';
import { Notices } from './ui/notices.ts';
import { SettingsDialog, type SettingsWishes } from './ui/settings_dialog.ts';
import { StatusBar } from './ui/status_bar.ts';
import { TransferPanel, type TransferWishes } from './ui/transfer_panel.ts';
import { UploadBanner } from './ui/upload_banner.ts';
import { UploadPanel, type UploadWishes } from './ui/upload_panel.ts';

export interface Wishes extends TransferWishes, UploadWishes, SettingsWishes {
  readonly onConnect: (id: string) => void;
  readonly onHangUp: () => void;
  readonly onFolder: () => void;
  readonly onOtherFolder: () => void;
  readonly onKey: (name: string) => void;
}

/** The element of that id. Throws when index.html and this page do not fit together. */
export function place(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`index.html has no #${id}`);
  return found;
}

export type Views = ReturnType<typeof buildViews>;

/** Builds all views. Call once. */
export function buildViews(wishes: Wishes) {
  const notices = new Notices(place('notices'));
  const settings = new SettingsDialog(place('settings'), wishes);
  const uploads = new UploadPanel(place('uploads'), wishes);
  fillKeyBar(place('key-bar'), wishes.onKey);
  new DropTarget(place('drop-veil'), (files, folders) => {
    if (folders > 0) notices.show('warning', 'Folders cannot be sent; drop the files in them.');
    if (files.length > 0) wishes.onFiles(files);
  });
  return {
    notices,
    settings,
    uploads,
    directory: new DirectoryView(place('directory'), wishes.onConnect),
    status: new StatusBar(place('status-bar'), wishes.onHangUp, () => settings.open()),
    transfers: new TransferPanel(place('transfer-panel'), wishes),
    folder: new FolderPanel(place('folder'), wishes.onFolder, wishes.onOtherFolder),
    banner: new UploadBanner(place('upload-banner'), () => uploads.choose(), wishes.onCancel),
  };
}

// Makes the parts of the page and joins them; the only file that knows all of them. What a person wishes
// is led to the part that does it here, what happens is led to the views in presenter.ts.
import './styles/index.css';

import { Boardwalk } from './api/index.ts';
import { wordsOf } from './base/failure.ts';
import { Caller } from './caller.ts';
import { DownloadFolder } from './download_folder.ts';
import { folderDialog } from './files/picker.ts';
import { fitScreen } from './fit_screen.ts';
import { browserMemory } from './folder_memory.ts';
import { Presenter } from './presenter.ts';
import { SessionClient } from './session_client.ts';
import { browserSettingsMemory, SettingsProfiles } from './settings_profiles.ts';
import { boardInAddress, profileInAddress, Site } from './site.ts';
import { startWorker } from './start_worker.ts';
import { splash } from './terminal/splash.ts';
import { BoardTerminal } from './terminal/terminal.ts';
import { buildViews, place } from './views.ts';

const session: SessionClient = new SessionClient(
  startWorker((reason) => session.workerFailed(reason)),
);
const screen = new BoardTerminal();
const folder = new DownloadFolder(folderDialog(), browserMemory);
const profiles = new SettingsProfiles(browserSettingsMemory());
const site = Site.load();
const caller = new Caller(site, session, screen);

const boardwalk = new Boardwalk({
  session,
  screen,
  folder,
  settings: profiles,
  call: (id) => caller.call(id),
});
Object.assign(window, { boardwalk });

const call = (id: string) => caller.callOrTell(id, (words) => views.notices.show('warning', words));
const views = buildViews({
  onConnect: call,
  onHangUp: () => session.disconnect(),
  onFiles: (files) => session.queueUploads(files),
  onRemove: (id) => session.unqueue(id),
  onSkip: (id) => session.skipFile(id),
  onForget: (id) => session.forget(id),
  onClear: () => session.forgetEnded(),
  onCancel: () => session.cancelTransfer(),
  onStart: (direction, protocol) => {
    boardwalk
      .startTransfer({ direction, protocol })
      .catch((error: unknown) => views.notices.show('error', wordsOf(error)));
  },
  onProtocol: (protocol) => profiles.change({ protocol }),
  onSetting: (name, value) => wordsIfWrong(() => profiles.change({ [name]: value })),
  onProfile: (name) => profiles.select(name),
  onNewProfile: (name) => wordsIfWrong(() => profiles.add(name)),
  onDeleteProfile: () => profiles.remove(),
  onResetProfile: () => profiles.reset(),
  onFolder: () => void folder.click(),
  onOtherFolder: () => void folder.choose(),
  onKey: (name) => screen.press(name),
});
new Presenter({ session, screen, folder, caller, profiles, views });

screen.onKeys((bytes) => session.sendKeys(bytes));
screen.onDrawn((bytes) => session.terminalDrawn(bytes));
profiles.onChanged(({ settings }) => session.useSettings(settings));
session.useSettings(profiles.current);
folder.onUsable((handle) => session.setFolder(handle));
void folder.wake();

site.then(
  ({ boards }) => views.directory.showBoards(boards),
  (error: unknown) => views.directory.showProblem(wordsOf(error)),
);

screen.show(splash());
await screen.open(place('screen'));
fitScreen(place('screen'), place('key-bar'), (room) => screen.fit(room));

const obeyAddress = () => {
  const profile = profileInAddress(location.hash);
  if (profile !== null) {
    const words = wordsIfWrong(() => profiles.select(profile, 'visit'));
    views.notices.show('warning', words);
  }
  const id = boardInAddress(location.hash);
  if (id !== null) call(id);
};
window.addEventListener('hashchange', obeyAddress);
obeyAddress();

window.addEventListener('beforeunload', (event) => {
  // A transfer would break off, and what is half written would be lost.
  if (session.isTransferring) event.preventDefault();
});

/** Runs `change`; what is wrong with it as a sentence, or empty. */
function wordsIfWrong(change: () => void): string {
  try {
    change();
    return '';
  } catch (error) {
    return wordsOf(error);
  }
}

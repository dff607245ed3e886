// Decides where a download goes: the chosen folder if it can be written, else the browser's own
// storage with a word to the person. A download is never lost for want of a folder.
import { wordsOf } from '../base/failure.ts';
import { DirectoryStore } from './directory_sink.ts';
import { OpfsStore } from './opfs_sink.ts';
import { nameOf } from './problem_words.ts';
import {
  StorageProblem,
  type FileOffer,
  type FileSink,
  type FileStore,
  type Found,
  type Placement,
  type SinkReport,
} from './sink.ts';
import { StagingArea, type Leftover } from './staging_area.ts';

export class DownloadStore implements FileStore {
  readonly #notice: (text: string) => void;
  readonly #area = new StagingArea();
  readonly #staged = new OpfsStore(this.#area);
  #folder: DirectoryStore | null = null;

  /** `notice` tells the person why a file did not go where it was meant to. */
  constructor(notice: (text: string) => void) {
    this.#notice = notice;
  }

  /** Where files go from now on; null: the browser's own storage. Running files stay where they are. */
  setFolder(folder: FileSystemDirectoryHandle | null): void {
    this.#folder = folder === null ? null : new DirectoryStore(folder);
  }

  /** A new batch begins: other programs may have changed the folder since the last one. */
  refresh(): void {
    this.#folder?.refresh();
  }

  async find(name: string): Promise<Found> {
    const folder = this.#folder;
    // What open() will not use need not be looked into either.
    if (folder === null || (await this.#problemWith(folder)) !== null) return { kind: 'unknown' };
    return folder.find(name);
  }

  async open(offer: FileOffer, report: SinkReport, placement: Placement): Promise<FileSink> {
    const folder = this.#folder;
    if (folder !== null) {
      const problem = await this.#problemWith(folder);
      if (problem === null) {
        try {
          return await folder.open(offer, report, placement);
        } catch (error) {
          this.#explain(offer, wordsOf(error));
        }
      } else {
        this.#explain(offer, problem);
      }
    }
    return this.#staged.open(offer, report);
  }

  async freeSpace(): Promise<number | null> {
    // No page is told how much room a folder's disk has.
    if (this.#folder !== null) return null;
    try {
      const { quota, usage } = await navigator.storage.estimate();
      return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
    } catch {
      return null;
    }
  }

  /** Finished and unfinished downloads of earlier visits; none where there is no such storage. */
  async leftovers(): Promise<Leftover[]> {
    try {
      return await this.#area.leftovers();
    } catch (error) {
      // Private windows of some browsers have no storage; downloads then say so themselves.
      if (nameOf(error) === '') throw error;
      return [];
    }
  }

  async #problemWith(folder: DirectoryStore): Promise<string | null> {
    try {
      if (await folder.isAllowed()) return null;
    } catch (error) {
      return error instanceof StorageProblem ? error.message : String(error);
    }
    return `This page needs your permission again to write to ${folder.place}.`;
  }

  #explain(offer: FileOffer, problem: string): void {
    this.#notice(
      `${problem} “${offer.name}” is kept in this browser instead: save it from the list.`,
    );
  }
}

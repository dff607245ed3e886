// The product's demo board with folders of the story's own: what is put on offer, and what arrived.
// Real sz and rz run behind it. How a caller walks its menus is visit.ts's business.
import { portOf, startBoard } from '../../../scripts/lib/product.mjs';
import type { Service } from '../../../scripts/lib/service.mjs';
import { Folder } from './files.ts';
import type { Journal } from './journal.ts';

export class DemoBoard {
  /** What it offers; the listing shows it by name. */
  readonly offers: Folder;
  readonly uploads: Folder;
  readonly #service: Service;

  private constructor(service: Service, offers: Folder, uploads: Folder) {
    this.#service = service;
    this.offers = offers;
    this.uploads = uploads;
  }

  /** Starts one with an empty file area. Stop it with close(). */
  static async open(journal: Journal): Promise<DemoBoard> {
    const offers = await Folder.make('offers');
    const uploads = await Folder.make('uploads');
    const service = await startBoard({
      port: 0,
      files: offers.path,
      uploads: uploads.path,
      onLine: (line) => journal.note('board', line),
    });
    return new DemoBoard(service, offers, uploads);
  }

  get port(): number {
    return portOf(this.#service);
  }

  async close(): Promise<void> {
    await this.#service.stop();
    await this.offers.remove();
    await this.uploads.remove();
  }
}

// Starts the worker that owns socket, engine and files. Vite finds and bundles it by the address below,
// so the expression has to stand as it is.
import type { WorkerDoor } from './session_client.ts';

/** The worker; `onFailure` hears in words that it could not be loaded or broke down. */
export function startWorker(onFailure: (reason: string) => void): WorkerDoor {
  const worker = new Worker(new URL('./engine/worker.ts', import.meta.url), { type: 'module' });
  worker.onerror = (event) => {
    event.preventDefault();
    // A script that cannot be loaded gives an event without words.
    onFailure(event.message || 'it could not be loaded');
  };
  return worker;
}

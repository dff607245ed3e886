// How much memory a page takes, its workers and buffers included: read from the kernel, because the
// browser's own numbers leave out what lies outside the script heap.
import { readdir, readFile } from 'node:fs/promises';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/**
 * The most resident memory, in bytes, that the page of the browser on this profile has had so far. Of
 * its renderers that is the largest: the others wait, empty, for pages to come.
 */
export async function peakRendererMemory(profile: string): Promise<number> {
  const all = await processes();
  const browser = all.find(
    ({ command }) =>
      command.includes(` --user-data-dir=${profile} `) && !command.includes(' --type='),
  );
  if (browser === undefined) throw new Error(`no browser runs on ${profile}`);
  let peak = 0;
  for (const one of all) {
    if (!one.command.includes(' --type=renderer ') || !isBelow(one, browser, all)) continue;
    peak = Math.max(peak, peakOf(await readFile(`/proc/${one.pid}/status`, 'utf8')));
  }
  if (peak === 0) throw new Error('the browser has no renderer');
  return peak;
}

async function processes(): Promise<Process[]> {
  const found: Process[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // Chromium's children have blanks where the kernel has zeros.
      const command = (await readFile(`/proc/${name}/cmdline`, 'utf8')).replaceAll('\0', ' ');
      const status = await readFile(`/proc/${name}/status`, 'utf8');
      const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
      found.push({ pid: Number(name), parent, command });
    } catch {
      // It has ended since the list was read.
    }
  }
  return found;
}

function isBelow(one: Process, top: Process, all: readonly Process[]): boolean {
  for (let at: Process | undefined = one; at !== undefined;) {
    if (at.pid === top.pid) return true;
    const { parent }: Process = at;
    at = all.find(({ pid }) => pid === parent);
  }
  return false;
}

function peakOf(status: string): number {
  const kib = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1];
  if (kib === undefined) throw new Error('the kernel does not tell the peak of a process');
  return Number(kib) * 1024;
}

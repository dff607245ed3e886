// Sizes, rates and times as a person reads them. Binary units (KiB), because boards and lrzsz count so.
//
// Pure functions. Page and worker may both use them.

const UNITS = ['KiB', 'MiB', 'GiB', 'TiB'];

/** `1 byte`, `812 bytes`, `1.5 KiB`, `64.0 MiB`. */
export function byteSize(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  let value = bytes / 1024;
  let unit = 0;
  // 1023.95 KiB would read "1024.0 KiB".
  while (value >= 1023.95 && unit < UNITS.length - 1) {
    value /= 1024;
    ++unit;
  }
  return `${value.toFixed(1)} ${UNITS[unit] ?? ''}`;
}

/** `812 bytes/s`, `1.5 MiB/s`. */
export function byteRate(bytesPerSecond: number): string {
  return `${byteSize(Math.round(bytesPerSecond))}/s`;
}

/** `a moment`, `12 s`, `3 min 05 s`, `2 h 07 min`. */
export function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 1) return 'a moment';
  if (whole < 60) return `${whole} s`;
  const two = (value: number) => String(value).padStart(2, '0');
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  return `${Math.floor(whole / 3600)} h ${two(Math.floor((whole % 3600) / 60))} min`;
}

/** Whole percent done, 0…100; never 100 before everything is there. */
export function percent(bytes: number, size: number): number {
  if (bytes >= size) return 100;
  return Math.max(0, Math.floor((bytes / size) * 100));
}

/** `npm run bench [-- GROUP…] [--json]`: every group of tests/bench/groups, or those named. */
import { readdir } from 'node:fs/promises';
import { lockMachine } from '#scripts/machine-lock.ts';
import { readOptions, refuse } from '#scripts/read-options.ts';
import type { BenchGroup, BenchRow } from './row.ts';

const folder = new URL('./groups/', import.meta.url);

function figure(value: number | null): string {
  if (value === null || Number.isNaN(value)) return '–';
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}

function ratioOf(row: BenchRow): number | null {
  return row.theirs === null || row.theirs === 0 ? null : row.ours / row.theirs;
}

function printTable(group: string, rows: readonly BenchRow[]): void {
  const lines = rows.map((row) => [
    row.name,
    `${figure(row.ours)} ${row.unit}`,
    row.theirs === null ? '–' : `${figure(row.theirs)} ${row.unit}`,
    row.peer ?? '–',
    figure(ratioOf(row)),
  ]);
  const table = [['', 'ours', 'theirs', 'peer', 'ratio'], ...lines];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((line) => line[column]!.length)));
  console.log(`\n${group}`);
  for (const line of table) {
    console.log(
      `  ${line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ')}`,
    );
  }
}

const USAGE = `npm run bench [-- GROUP…] [--json]
  Measures the product, beside other programs where there are any: all groups of tests/bench/groups, or those named.
    --json   one line of JSON a figure`;
const { values, positionals } = readOptions(USAGE, {
  allowPositionals: true,
  options: { json: { type: 'boolean' } },
});
// A group has the name of its file.
const groups = (await readdir(folder))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
  .sort();
const unknown = positionals.filter((name) => !groups.includes(name));
if (unknown.length > 0)
  refuse(`No such group: ${unknown.join(', ')}. There are: ${groups.join(', ')}.`, USAGE);
let failed = 0;
await lockMachine('npm run bench');

for (const name of positionals.length > 0 ? groups.filter((one) => positionals.includes(one)) : groups) {
  const group = (await import(new URL(`${name}.ts`, folder).href)) as BenchGroup;
  const rows: BenchRow[] = [];
  try {
    await group.run((row) => {
      rows.push(row);
      if (values.json) console.log(JSON.stringify({ group: group.name, ...row, ratio: ratioOf(row) }));
    });
  } catch (error) {
    failed += 1;
    console.error(`${group.name}: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!values.json) printTable(group.name, rows);
}

process.exit(failed > 0 ? 1 : 0);

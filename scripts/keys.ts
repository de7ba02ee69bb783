/**
 * npm run keys: rewraps the keys at rest with the current key-encryption key, batch by batch, and reports what is left.
 * Uses the product at SIGNET_URL or PORT, with INTERNAL_KEY from the environment or the data folder. The product also
 * does this in the background, one batch per minute. Exit status 0 if no key is left under another key.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { rewrapKeys } from '#core/internal/calls.ts';
import { ApiClient } from './api-client.ts';
import { defaultDataDir } from './product/start-product.ts';
import { readOptions } from './read-options.ts';

readOptions(
  `npm run keys
  Wraps stored keys under the key-encryption key in force, batch after batch; status 0 when none is left.
    SIGNET_URL, PORT    the product (http://127.0.0.1:8787)
    INTERNAL_KEY        its key for internal calls (from the data folder)`,
  {},
);

type Answer = z.infer<typeof rewrapKeys.output>;

function internalKey(): string {
  if (process.env.INTERNAL_KEY) return process.env.INTERNAL_KEY;
  const file = join(defaultDataDir(), 'secrets.json');
  const stored = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  if (!stored.INTERNAL_KEY) throw new Error(`INTERNAL_KEY is not set, and there is none in ${file}.`);
  return stored.INTERNAL_KEY;
}

const leftOf = ({ stores }: Answer): number => stores.reduce((sum, { left }) => sum + left, 0);

async function main(): Promise<void> {
  const baseUrl = (process.env.SIGNET_URL ?? `http://127.0.0.1:${process.env.PORT || 8787}`).replace(
    /\/$/,
    '',
  );
  const client = new ApiClient(baseUrl);
  const ask = () => client.call(rewrapKeys, {}, { 'x-internal-key': internalKey() });
  let answer = await ask();
  while (leftOf(answer) > 0 && answer.done > 0) {
    console.log(`${answer.done} wrapped again, ${leftOf(answer)} left`);
    answer = await ask();
  }
  console.log(`Key-encryption key in force: ${answer.kekId}`);
  for (const { name, left } of answer.stores)
    console.log(`${String(left).padStart(8)}  ${name} under another`);
  if (leftOf(answer) > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

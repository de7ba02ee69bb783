/** Runs `partykit dev`: `sync-process.ts CONFIG PORT FOLDER`. CONFIG holds secrets, so it is a file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../install.mjs';
import { watchPort } from './watch-port.ts';

const [config, port, folder] = process.argv.slice(2);
const program = join(root, 'node_modules/partykit/dist/bin.mjs');

// PartyKit listens on every address and has no option for it: patches/ holds it to this machine.
if (readFileSync(program, 'utf8').includes('host: "0.0.0.0"')) {
  console.error('node_modules/partykit is not patched: run npx patch-package.');
  process.exit(1);
}

// PartyKit does not notice that its workerd has died; the supervisor notices that this process ends.
watchPort(Number(port), 1_500, () => process.exit(1));

const options = [
  '--config',
  config!,
  '--port',
  port!,
  '--persist',
  folder!,
  '--disable-request-cf-fetch',
  '--no-hotkeys',
];
process.argv = [process.execPath, program, 'dev', ...options];
await import(pathToFileURL(program).href);

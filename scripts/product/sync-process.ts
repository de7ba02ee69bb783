/** Runs `partykit dev`: `sync-process.ts CONFIG PORT FOLDER`. CONFIG holds secrets, so it is a file. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../install.mjs';
import { mustBePatched } from './must-be-patched.ts';
import { watchPort } from './watch-port.ts';

// Created files are accessible to the owner only.
process.umask(0o077);

const [config, port, folder] = process.argv.slice(2);
const program = join(root, 'node_modules/partykit/dist/bin.mjs');

// PartyKit listens on every address and has no option to change it: patches/ restricts it to this machine.
mustBePatched('partykit/dist/bin.mjs', 'host: "127.0.0.1"');
mustBePatched('partykit/node_modules/miniflare/dist/src/index.js', 'signet:');

// PartyKit does not notice when its workerd dies; the supervisor notices when this process exits.
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

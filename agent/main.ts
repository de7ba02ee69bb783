#!/usr/bin/env node
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { newTokenFile } from './file-token/file-driver.ts';
import { openPairings } from './pairings.ts';
import { WATCH, watchModule } from './pkcs11/watch-module.ts';
import { startAgent } from './start-agent.ts';
import { VERSION } from './version.ts';

const USAGE = `Signet agent ${VERSION}: lets your own sites sign with the UKeys on this machine.

  signet-agent [start]             start; ends with Ctrl-C
    --origin URL                   a site that may use it (repeatable); kept for the next time
    --module FILE                  a vendor's PKCS#11 module (repeatable); kept for the next time
    --port N                       listen there instead of on the usual ports
  signet-agent new-token LABEL     make a file token, for SM2 and for trying; asks for its PINs
  signet-agent forget URL          forget the pairings of a site
  signet-agent log                 where the log is
    --folder DIR                   where everything is kept (~/.signet-agent)
`;

const settings = z.object({
  origins: z.array(z.string()).default([]),
  modules: z.array(z.string()).default([]),
});
/** Default module paths of common vendors and of SoftHSM. */
const USUAL_MODULES = [
  '/usr/lib/x86_64-linux-gnu/opensc-pkcs11.so',
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
  '/Library/OpenSC/lib/opensc-pkcs11.so',
  'C:\\Windows\\System32\\opensc-pkcs11.dll',
];
/** The product on this machine, on any port, so that `npm start` beside `npm run agent` needs no configuration. */
const LOCAL = ['http://127.0.0.1:*', 'http://localhost:*'];

const { values, positionals } = readArguments();

const [command = 'start', word = ''] = positionals;
const { folder } = values;
try {
  if (values.help) console.log(USAGE);
  else if (command === WATCH) await watchModule(word);
  else if (command === 'start') await start();
  else if (command === 'new-token') await newToken(word);
  else if (command === 'forget') console.log(`${openPairings(folder).remove(word)} pairing(s) forgotten`);
  else if (command === 'log') console.log(join(folder, 'agent.log'));
  else {
    console.error(`There is no command ${command}.\n\n${USAGE}`);
    process.exitCode = 2;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Prints unknown options in one sentence, with the usage. */
function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        origin: { type: 'string', multiple: true, default: [] },
        module: { type: 'string', multiple: true, default: [] },
        port: { type: 'string' },
        folder: {
          type: 'string',
          default: process.env.SIGNET_AGENT_FOLDER ?? join(homedir(), '.signet-agent'),
        },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    // Node's first sentence; the rest explains how to pass a value that begins with a dash
    const [reason] = String(error instanceof Error ? error.message : error).split(/\.\s(?=[A-Z])/);
    console.error(`${reason}.\n\n${USAGE}`);
    process.exit(2);
  }
}

async function start(): Promise<void> {
  const { port } = values;
  if (port !== undefined && !/^\d{1,5}$/.test(port)) throw new Error(`--port ${port} is no port.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'settings.json');
  const stored = settings.parse(existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});
  const origins = [...new Set([...stored.origins, ...values.origin.map((one) => new URL(one).origin)])];
  const modules = [...new Set([...stored.modules, ...values.module])];
  writeFileSync(path, `${JSON.stringify({ origins, modules }, null, 2)}\n`, { mode: 0o600 });
  const found = modules.length > 0 ? modules : USUAL_MODULES.filter((one) => existsSync(one)).slice(0, 1);
  const agent = await startAgent({
    folder,
    origins: [...LOCAL, ...origins],
    modules: found,
    ...(port ? { ports: [Number(port)] } : {}),
    program: realpathSync(fileURLToPath(import.meta.url)),
    show: (line) => console.log(line),
    showCode: (code, origin) =>
      console.log(
        `\n  ${origin} asks to use your UKeys.\n  If that is you, type this code there:  ${code}\n`,
      ),
  });
  console.log(`The log is ${agent.logPath}`);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void agent.stop().then(() => process.exit(0)));
}

async function newToken(label: string): Promise<void> {
  if (label === '') throw new Error(USAGE);
  const ask = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  const lines = ask[Symbol.asyncIterator]();
  const read = async (question: string) => {
    process.stderr.write(question);
    return (await lines.next()).value ?? '';
  };
  const pin = await read('PIN (6 to 32 characters): ');
  const adminPin = await read("Administrator's PIN, for unlocking: ");
  ask.close();
  const serial = await newTokenFile(join(folder, 'tokens'), { label, pin, adminPin });
  console.log(`Token ${serial} is in ${join(folder, 'tokens')}`);
}

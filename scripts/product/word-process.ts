/**
 * Converts Word files for the Worker, which cannot start programs: `word-process.ts PORT KIND FONTS [PROGRAM]`; clients
 * must send the value of WORD_AUTHORIZATION.
 */

import { usageOf } from './waited-ms.ts';
import { embeddedEngine } from './word-embedded.ts';
import { installedEngine } from './word-engine.ts';
import { makeWordFonts } from './word-fonts.ts';
import { wordServer } from './word-server.ts';

// Created files are accessible to the owner only.
process.umask(0o077);

const [port, kind, folder, program] = process.argv.slice(2);
const fonts = makeWordFonts(folder!);
const engine =
  kind === 'soffice' ? installedEngine(program!, folder!) : embeddedEngine(fonts, { usage: usageOf });
const server = wordServer(engine, process.env.WORD_AUTHORIZATION ?? '');
server.listen(Number(port), '127.0.0.1');
process.on('SIGTERM', () => {
  engine.stop();
  server.close();
  process.exit(0);
});

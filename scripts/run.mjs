// node scripts/run.mjs FILE.ts [arguments]: runs one file of the project on the product's Node, installing first if
// needed. Writes nothing to stdout itself.
import './check-node.mjs';

const USAGE = `usage: node scripts/run.mjs FILE.ts [arguments]
  Runs one file of the project on the product's Node; FILE.ts --help says how that one is used.`;

const [file, ...rest] = process.argv.slice(2);
if (file === '--help') console.log(USAGE);
else if (file) import('./launch.mjs').then(({ launch }) => launch(file, rest));
else {
  console.error(USAGE);
  process.exit(1);
}

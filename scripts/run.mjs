// node scripts/run.mjs FILE.ts [arguments]: runs one file of the project on the product's Node, installing first
// if needed. Says nothing on stdout itself.
import './check-node.mjs';

const [file, ...rest] = process.argv.slice(2);
if (file) import('./launch.mjs').then(({ launch }) => launch(file, rest));
else {
  console.error('usage: node scripts/run.mjs FILE.ts [arguments]');
  process.exit(1);
}

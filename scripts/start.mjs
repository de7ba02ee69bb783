// npm start, npm run dev: installs what is missing, then runs the product (scripts/product/main.ts).
import './check-node.mjs';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('product/main.ts', import.meta.url));
import('./launch.mjs').then(({ launch }) => launch(main, process.argv.slice(2)));

// npm start, npm run dev: installs what is missing, then runs the product (scripts/product/main.ts).
import { join } from 'node:path';
import { root } from './install.mjs';
import { launch } from './launch.mjs';

launch(join(root, 'scripts/product/main.ts'), process.argv.slice(2));

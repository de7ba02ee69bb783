/** `npm run build`: builds pages and Worker into build/current, for deployment and `npm start`. */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Refusal, root } from './install.mjs';
import { buildProduct } from './product/build-product.ts';
import { readOptions } from './read-options.ts';

readOptions(
  `npm run build
  Builds pages and Worker into build/current, as npm start and a deployment take them.`,
  {},
);

try {
  const product = await buildProduct((line) => console.log(line));
  console.log(
    `${relative(root, product)}: ${readdirSync(join(product, 'worker')).length} modules of the Worker`,
  );
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exit(1);
}

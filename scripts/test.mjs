// npm test: installs what it needs, then types, lint, rooms and every test, or a part (scripts/test/main.ts).
import './check-node.mjs';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('test/main.ts', import.meta.url));
Promise.all([import('./launch.mjs'), import('./test/install-judges.mjs')]).then(
  ([{ launch }, { installJudges }]) => {
    if (!process.argv.includes('--help')) installJudges();
    return launch(main, process.argv.slice(2));
  },
);

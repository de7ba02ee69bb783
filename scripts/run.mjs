// node scripts/run.mjs FILE.ts [arguments]: runs one file of the project on the product's Node, installing first
// if needed. Says nothing on stdout itself.
import { spawn } from 'node:child_process';
import { install, productEnv, productNode } from './install.mjs';

const [file, ...rest] = process.argv.slice(2);
if (!file) {
  console.error('usage: node scripts/run.mjs FILE.ts [arguments]');
  process.exit(1);
}

try {
  install();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

const child = spawn(productNode(), ['--disable-warning=ExperimentalWarning', file, ...rest], {
  stdio: 'inherit',
  env: productEnv(),
});
// Ctrl-C reaches the child by the process group; kill of this process alone is passed on.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  if (signal) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  } else process.exit(code ?? 1);
});

// Runs one file on the product's Node, in the same terminal and process group, and exits with its status.
import { spawn } from 'node:child_process';
import { install, isAbandoned, productEnv, productNode } from './install.mjs';

/** Installs if needed, runs `file` and exits this process with its exit status. */
export async function launch(file, args) {
  try {
    await install();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
  if (isAbandoned()) process.exit(1);
  const child = spawn(productNode(), ['--disable-warning=ExperimentalWarning', file, ...args], {
    stdio: 'inherit',
    env: productEnv(),
  });
  // Ctrl-C reaches the child through the process group; a signal to this process alone is forwarded.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  setInterval(() => isAbandoned() && child.kill('SIGTERM'), 500).unref();
  child.on('error', (error) => {
    console.error(`Cannot run the installed Node: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

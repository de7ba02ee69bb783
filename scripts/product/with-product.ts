import { health } from '#core/internal/calls.ts';
import { asRefusal, Refusal } from '../install.mjs';
import { defaultDataDir, startProduct } from './start-product.ts';

/**
 * Runs `work` against the product at SIGNET_URL, or at PORT (8787) on this machine, or, if none answers, against one
 * started on the default data folder and stopped afterwards. On failure prints a sentence and exits with status 1.
 */
export async function withProduct(work: (baseUrl: string) => Promise<void>): Promise<void> {
  const wanted = process.env.SIGNET_URL ?? `http://127.0.0.1:${process.env.PORT || 8787}`;
  let stop = async () => {};
  try {
    let baseUrl = wanted.replace(/\/$/, '');
    if (!(await answers(baseUrl))) {
      if (process.env.SIGNET_URL)
        throw new Refusal(`Nothing answers at ${baseUrl}: start the product there, or unset SIGNET_URL.`);
      const product = await startProduct({ dataDir: defaultDataDir(), tell: (line) => console.error(line) });
      stop = product.stop;
      baseUrl = product.baseUrl;
    }
    await work(baseUrl);
  } catch (error) {
    process.exitCode = 1;
    const refusal = asRefusal(error);
    console.error(refusal instanceof Refusal ? refusal.message : error);
  } finally {
    await stop();
  }
}

async function answers(baseUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${baseUrl}/ecapi${health.path}`, { signal: AbortSignal.timeout(2_000) });
    return ((await response.json()) as { code?: number }).code === 200;
  } catch {
    return false;
  }
}

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

/** The file and all that it imports when it is loaded, with their text; what is loaded on demand is left out. */
function loadedWith(file: string, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(file) || !existsSync(file)) return seen;
  const text = readFileSync(file, 'utf8');
  seen.set(file, text);
  for (const [, path] of text.matchAll(/^(?:import|export) (?!type\b)[^;]*? from '(\.[^']+)'/gm))
    loadedWith(join(dirname(file), path!), seen);
  return seen;
}

const namesIn = (list = ''): string[] => [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name!);

// A text that comes only when a step is shown never comes without a network, and the step with it.
it.each(['start-contract', 'contract-send'])(
  'the steps of a draft have their texts as soon as it is open: %s',
  (route) => {
    const files = loadedWith(`app/routes/${route}.tsx`);
    const own = namesIn(/\bns: \[([^\]]*)\]/.exec(files.get(`app/routes/${route}.tsx`)!)?.[1]);
    const steps = [...files].filter(([file]) => /^app\/features\/task\/(wizard|order|batch)\//.test(file));
    const lacking = steps.flatMap(([file, text]) =>
      [...text.matchAll(/useTranslation\(([^)]*)\)/g)]
        .flatMap(([, names]) => namesIn(names))
        .filter((name) => !['ui', 'shell', ...own].includes(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(steps.length).toBeGreaterThan(20);
    expect(lacking).toEqual([]);
  },
);

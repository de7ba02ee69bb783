import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder in which the first test that needs one keeps a data folder with demo data (tests/chaos/seeded-folder.ts). */
    seededPlace: string;
  }
}

export default function setUp(project: TestProject): () => void {
  const place = mkdtempSync(join(tmpdir(), 'signet-seeded-'));
  project.provide('seededPlace', place);
  return () => rmSync(place, { recursive: true, force: true });
}

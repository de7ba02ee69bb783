import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toPem } from '#core/pki/certificate/pem.ts';
import { append, BASE, makePdf, makeSigner, sign } from '#tests/unit/pdf-verify/build-pdf.ts';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'verify-'));
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  const now = Date.now();
  const alice = await makeSigner('Alice', 'person', undefined, {
    notBefore: now - 86_400_000,
    notAfter: now + 86_400_000,
  });
  const bob = await makeSigner('Bob', 'person', undefined, {
    notBefore: now - 86_400_000,
    notAfter: now + 86_400_000,
  });
  const signed = await sign(makePdf(), alice);
  writeFileSync(file('signed.pdf'), signed);
  writeFileSync(file('twice.pdf'), await sign(signed, bob, { num: 21, field: 10 }));
  writeFileSync(file('changed.pdf'), append(signed, { 4: BASE[13]! }));
  writeFileSync(file('plain.pdf'), makePdf());
  writeFileSync(file('text.txt'), 'hello');
  writeFileSync(file('alice.pem'), toPem('CERTIFICATE', alice.certificate.der));
  writeFileSync(file('bob.der'), bob.certificate.der);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs `node scripts/verify.ts` as `npm run verify -- …` does. */
const verify = (...args: string[]) => verifyIn('data', ...args);

function verifyIn(data: string, ...args: string[]) {
  const run = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'scripts/verify.ts'), ...args],
    {
      encoding: 'utf8',
      cwd: folder,
      env: { ...process.env, SIGNET_DATA: file(data) },
    },
  );
  return {
    status: run.status,
    lines: run.stdout.split('\n').filter(Boolean),
    stdout: run.stdout,
    stderr: run.stderr,
  };
}

describe('npm run verify', () => {
  it('prints one JSON object a file and ends with 0 when all are valid', () => {
    const run = verify('--json', '--trust', 'alice.pem', '--trust=bob.der', 'signed.pdf', 'twice.pdf');
    expect(run.stderr).toBe('');
    const [one, two] = run.lines.map((line) => JSON.parse(line));
    expect(Object.keys(one)).toEqual(['file', 'format', 'verdict', 'problems', 'signatures']);
    expect(one).toMatchObject({ file: 'signed.pdf', format: 'pdf', verdict: 'valid', problems: [] });
    expect(Object.keys(one.signatures[0])).toEqual([
      'name',
      'verdict',
      'integrity',
      'coversWholeFile',
      'laterChanges',
      'chain',
      'level',
      'signer',
      'signingTime',
      'problems',
    ]);
    expect(two.signatures.map((s: { signer: string }) => s.signer)).toEqual(['Alice', 'Bob']);
    expect(run.lines).toHaveLength(2);
    expect(run.status).toBe(0);
  });

  it('ends with 1 when any is not valid', () => {
    const run = verify('--json', '--trust', 'alice.pem', 'signed.pdf', 'changed.pdf', 'plain.pdf');
    expect(run.lines.map((line) => JSON.parse(line).verdict)).toEqual(['valid', 'invalid', 'unsigned']);
    expect(run.status).toBe(1);
  });

  it('trusts nobody without trust anchors, and then reports an uncertain result', () => {
    const run = verify('--json', 'signed.pdf');
    expect(JSON.parse(run.lines[0]!)).toMatchObject({
      verdict: 'indeterminate',
      signatures: [{ chain: 'untrusted' }],
    });
    expect(run.status).toBe(1);
  });

  it('trusts the root that a product on this machine made for itself', () => {
    mkdirSync(file('own/db/dbs/default'), { recursive: true });
    const database = new DatabaseSync(file('own/db/dbs/default/data'));
    database.exec('create table certificate (id text, purpose text, der text)');
    const insert = database.prepare('insert into certificate values (?, ?, ?)');
    insert.run('ca-root', 'ROOT', readFileSync(file('alice.pem'), 'utf8').replace(/-----[^-]+-----/g, ''));
    insert.run('other', 'PERSON', readFileSync(file('bob.der')).toString('base64'));
    database.close();
    const run = verifyIn('own', '--json', 'signed.pdf', 'twice.pdf');
    const [one, two] = run.lines.map((line) => JSON.parse(line));
    expect(one.verdict).toBe('valid');
    expect(two.signatures.map((s: { chain: string }) => s.chain)).toEqual(['trusted', 'untrusted']);
  });

  it('ends with 2 when a file cannot be read, and still answers for the others', () => {
    const run = verify('--json', 'nothing.pdf', 'text.txt', 'signed.pdf');
    const answers = run.lines.map((line) => JSON.parse(line));
    expect(answers.map((answer) => [answer.verdict, answer.problems[0]])).toEqual([
      ['error', 'file-not-readable'],
      ['error', 'file-not-recognized'],
      ['indeterminate', undefined],
    ]);
    expect(run.status).toBe(2);
  });

  it('prints a readable table otherwise', () => {
    const run = verify('--trust', 'alice.pem', 'changed.pdf');
    expect(run.stdout).toContain('changed.pdf: INVALID (pdf)');
    expect(run.stdout).toContain('Alice');
    expect(run.stdout).toMatch(/changed +page-content page 1/);
    expect(run.status).toBe(1);
  });

  it('ends with 2 and no stack when it cannot write, and quietly when nobody reads on', () => {
    const script = join(root, 'scripts/verify.ts');
    const verifyInto = (target: string) =>
      spawnSync(
        'sh',
        ['-c', `"${process.execPath}" "${script}" --json plain.pdf signed.pdf ${target}; echo $? >&2`],
        { encoding: 'utf8', cwd: folder, env: { ...process.env, SIGNET_DATA: file('data') } },
      ).stderr.split('\n');
    const said = verifyInto('> /dev/full');
    expect(said.filter((line) => line.includes('ENOSPC') || /^\s+at /.test(line))).toEqual([
      'ENOSPC: no space left on device, write',
    ]);
    expect(said.at(-2)).toBe('2');
    expect(verifyInto('| true').join()).not.toContain('EPIPE');
  });

  it('lets no name of a file steer the terminal', () => {
    writeFileSync(file('red\u001b[31m\nlines.pdf'), '');
    expect(verify('red\u001b[31m\nlines.pdf').lines[0]).toBe('red�[31m�lines.pdf: ERROR');
  });

  it('refuses what it does not know, on standard error', () => {
    for (const args of [['--what'], ['--trust', 'text.txt', 'signed.pdf']]) {
      const run = verify(...args);
      expect(run.status).toBe(2);
      expect(run.stdout).toBe('');
      expect(run.stderr).not.toBe('');
    }
  });
});

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { agentClient } from '#core/agent/client.ts';
import { importPairing } from '#core/agent/session.ts';
import { buildAgent, offerAgent } from '#scripts/build-agent.ts';
import { untilFound } from '#tests/fixtures/until.ts';
import { certifyKey, documentOf, isSigned } from './documents.ts';
import { SITE } from './with-agent.ts';

it('[1.8] runs as one file: makes a token, shows its code, signs, and ends at a signal cleanly', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signet-agent-'));
  let child: ChildProcess | undefined;
  try {
    const file = await buildAgent(join(folder, 'program'));
    const kept = join(folder, 'kept');
    const wrong = spawnSync(process.execPath, [file, '--unknown'], { encoding: 'utf8' });
    expect(wrong).toMatchObject({ status: 2, stdout: '' });
    expect(wrong.stderr).toMatch(/^Unknown option '--unknown'\.\n\nSignet agent/);
    const made = execFileSync(process.execPath, [file, 'new-token', '试用', '--folder', kept], {
      input: '246810\n87654321\n',
      stdio: ['pipe', 'pipe', 'ignore'],
      encoding: 'utf8',
    });
    const serial = /Token (\w+) is in/.exec(made)![1]!;
    child = spawn(process.execPath, [file, '--folder', kept, '--port', '0', '--origin', SITE], {
      stdio: 'pipe',
    });
    let said = '';
    child.stdout!.on('data', (data) => {
      said += data;
    });
    const port = await untilFound(() => /listening on 127\.0\.0\.1:(\d+)/.exec(said)?.[1]);
    const raw = new WebSocket(`ws://127.0.0.1:${port}`, { origin: SITE });
    await new Promise((resolve, reject) => raw.once('open', resolve).once('error', reject));
    const client = agentClient(
      {
        send: (data) => raw.send(data),
        close: () => raw.close(),
        listen(onMessage, onClose) {
          raw.on('message', (data: Buffer, binary) => onMessage(binary ? new Uint8Array(data) : `${data}`));
          raw.on('close', onClose);
        },
      },
      SITE,
    );
    const { salt } = await client.beginPairing();
    const code = await untilFound(() => /type this code there: {2}(\d{6})/.exec(said)?.[1]);
    const { pairingId, secret } = await client.pair(code, salt);
    await client.open(pairingId, await importPairing(secret));
    await client.call('token.login', { serial, pin: '246810' });
    const { keyId, certificate } = await certifyKey(client, serial, 'SM2');
    const document = await documentOf('合同', certificate);
    const { values } = await client.call('document.sign', { serial, keyId, documents: [document] });
    expect(await isSigned('SM2', certificate, document.message, values[0]!)).toBe(true);
    const ended = new Promise((resolve) =>
      child!.once('exit', (status, signal) => resolve(status ?? signal)),
    );
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(readFileSync(join(kept, 'agent.log'), 'utf8')).toMatch(/stopped\n$/);
  } finally {
    child?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});

it('[2.24] is offered for download as one file and as a package that npm takes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signet-offer-'));
  try {
    await offerAgent(folder);
    const listed = execFileSync('tar', ['-tzvf', join(folder, 'signet-agent.tgz')], { encoding: 'utf8' });
    expect(listed.match(/package\/\S+/g)).toEqual([
      'package/package.json',
      'package/LICENSE',
      'package/signet-agent.mjs',
    ]);
    execFileSync('tar', ['-xzf', join(folder, 'signet-agent.tgz'), '-C', folder]);
    const description = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8'));
    expect(description.bin).toEqual({ 'signet-agent': 'signet-agent.mjs' });
    const usage = execFileSync(process.execPath, [join(folder, 'package/signet-agent.mjs'), '--help'], {
      encoding: 'utf8',
    });
    expect(usage).toContain('new-token');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

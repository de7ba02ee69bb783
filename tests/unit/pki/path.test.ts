import { describe, expect, it } from 'vitest';
import { buildExtension } from '#core/pki/certificate/build-extensions.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import { buildGeneralName, type GeneralNameInput } from '#core/pki/certificate/general-name.ts';
import { issueCertificate } from '#core/pki/certificate/issue-certificate.ts';
import { buildCrl } from '#core/pki/crl/build-crl.ts';
import { parseCrl } from '#core/pki/crl/parse-crl.ts';
import { context, sequence } from '#core/pki/der/write-der.ts';
import type { KeyKind } from '#core/pki/key/generate-key-pair.ts';
import { answerOcspRequest } from '#core/pki/ocsp/answer-ocsp-request.ts';
import type { OcspStatus } from '#core/pki/ocsp/ocsp.ts';
import { buildOcspRequest } from '#core/pki/ocsp/ocsp-request.ts';
import { parseOcspResponse } from '#core/pki/ocsp/parse-ocsp-response.ts';
import type { PathInput } from '#core/pki/path/path-input.ts';
import { validatePath } from '#core/pki/path/validate-path.ts';
import { DAY, type Holder, NOW, type TestAuthority, testAuthority } from './test-authority.ts';

const KINDS: KeyKind[] = ['RSA-2048', 'P-256', 'SM2'];
const authorities = new Map(KINDS.map((kind) => [kind, testAuthority(kind)]));
const NO_REVOCATION = { mode: 'none' } as const;

async function listOf(holder: Holder, revoked: { serialHex: string; revokedAt: number }[], at = NOW) {
  const order = {
    issuer: holder.certificate,
    thisUpdate: at - DAY,
    nextUpdate: at + DAY,
    number: 1,
    entries: revoked,
  };
  return parseCrl(await buildCrl(order, holder.signer));
}

async function answerOf(by: Holder, about: Certificate, status: OcspStatus, at = NOW) {
  const { serialHex } = about;
  const request = buildOcspRequest({ serialHex, issuer: by.certificate });
  const responder = { issuer: by.certificate, responder: by.certificate, signer: by.signer };
  const answer = { ...responder, now: at - 1000, nextUpdate: at + DAY, statusOf: () => status };
  return parseOcspResponse(await answerOcspRequest(request, answer));
}

const input = (
  authority: TestAuthority,
  certificate: Certificate,
  more: Partial<PathInput> = {},
): PathInput => ({
  certificate,
  pool: [authority.issuing.certificate],
  anchors: [authority.root.certificate],
  time: NOW,
  ...more,
});

describe.each(KINDS)('paths with %s', (kind) => {
  it('are trusted with lists or answers for every certificate, else unknown', async () => {
    const authority = await authorities.get(kind)!;
    const { certificate } = await authority.issue('person', '张三');
    const crls = [await listOf(authority.root, []), await listOf(authority.issuing, [])];
    const listed = await validatePath(input(authority, certificate, { revocation: { crls } }));
    expect(listed).toMatchObject({ status: 'trusted', problems: [], weaknesses: [] });
    expect(listed.path.map((c) => c.subject.commonName)).toEqual([
      '张三',
      `${kind} 测试签发`,
      `${kind} 测试根`,
    ]);
    expect(listed.revocation.map((f) => `${f.status} ${f.source}`)).toEqual([
      'good crl',
      'good crl',
      'not-checked undefined',
    ]);
    const ocsps = [
      await answerOf(authority.root, authority.issuing.certificate, { kind: 'good' }),
      await answerOf(authority.issuing, certificate, { kind: 'good' }),
    ];
    const answered = await validatePath(input(authority, certificate, { revocation: { ocsps } }));
    expect(answered).toMatchObject({ status: 'trusted', problems: [] });
    expect(answered.revocation[0]).toMatchObject({ status: 'good', source: 'ocsp' });
    const half = await validatePath(
      input(authority, certificate, { revocation: { crls: crls.slice(0, 1) } }),
    );
    expect(half).toMatchObject({ status: 'unknown', problems: ['revocation-unknown'] });
    const soft = await validatePath(input(authority, certificate, { revocation: { mode: 'soft' } }));
    expect(soft).toMatchObject({ status: 'trusted', problems: ['revocation-unknown'] });
  });

  it('are invalid once revoked, and were good before', async () => {
    const authority = await authorities.get(kind)!;
    const { certificate } = await authority.issue('person', '张三');
    const revokedAt = NOW - DAY / 2;
    const { serialHex } = certificate;
    const root = await listOf(authority.root, []);
    const crls = [root, await listOf(authority.issuing, [{ serialHex, revokedAt }])];
    const now = await validatePath(input(authority, certificate, { revocation: { crls } }));
    expect(now).toMatchObject({ status: 'invalid', problems: ['revoked'] });
    expect(now.revocation[0]).toMatchObject({ status: 'revoked', revokedAt });
    const earlier = { time: revokedAt - 1000, revocation: { crls } };
    const before = await validatePath(input(authority, certificate, earlier));
    expect(before).toMatchObject({ status: 'trusted', problems: [] });
    expect(before.revocation[0]).toMatchObject({ status: 'good', revokedAt });
    const held = { kind: 'revoked', revokedAt, reason: 'certificateHold' } as const;
    const ocsps = [await answerOf(authority.issuing, certificate, held)];
    const onHold = await validatePath(input(authority, certificate, { revocation: { crls: [root], ocsps } }));
    expect(onHold).toMatchObject({ status: 'invalid', problems: ['revocation-on-hold'] });
  });

  it('need information that is not out of date', async () => {
    const authority = await authorities.get(kind)!;
    const { certificate } = await authority.issue('person', '张三');
    const crls = [await listOf(authority.root, []), await listOf(authority.issuing, [], NOW - 10 * DAY)];
    const stale = await validatePath(input(authority, certificate, { revocation: { crls } }));
    expect(stale).toMatchObject({ status: 'unknown', problems: ['revocation-stale'] });
  });

  it('are evaluated at the requested time', async () => {
    const authority = await authorities.get(kind)!;
    const { certificate } = await authority.issue('person', '张三', {
      notBefore: NOW - DAY,
      notAfter: NOW + DAY,
    });
    const at = async (time: number) =>
      (await validatePath(input(authority, certificate, { time, revocation: NO_REVOCATION }))).problems;
    expect(await at(NOW)).toEqual([]);
    expect(await at(NOW + 2 * DAY)).toEqual(['certificate-expired']);
    expect(await at(NOW - 2 * DAY)).toEqual(['certificate-not-yet-valid']);
  });

  it('are untrusted without the root, and invalid under a root of the same name with another key', async () => {
    const authority = await authorities.get(kind)!;
    const { certificate } = await authority.issue('person', '张三');
    const none = { anchors: [], revocation: NO_REVOCATION };
    expect(await validatePath(input(authority, certificate, none))).toMatchObject({
      status: 'untrusted',
      problems: ['no-path'],
    });
    const impostor = await testAuthority(kind);
    const other = { anchors: [impostor.root.certificate], revocation: NO_REVOCATION };
    expect(await validatePath(input(authority, certificate, other))).toMatchObject({
      status: 'invalid',
      problems: ['certificate-signature-invalid'],
    });
  });

  it('do not let a person’s certificate issue another', async () => {
    const authority = await authorities.get(kind)!;
    const person = await authority.issue('person', '张三');
    const order = {
      profile: 'person',
      subject: [['CN', '李四']],
      publicKey: person.pair.spki,
      serialHex: '0abc',
      notBefore: NOW - DAY,
      notAfter: NOW + DAY,
      // what a forger would do: the product itself refuses to issue under such a certificate
      issuer: {
        ...person.certificate,
        extensions: { basicConstraints: { ca: true, pathLength: undefined } },
      },
    } as const;
    await expect(
      issueCertificate({ ...order, issuer: person.certificate }, person.signer),
    ).rejects.toMatchObject({
      name: 'INPUT_INVALID',
      field: 'issuer',
    });
    const forged = await issueCertificate(order, person.signer);
    const pool = [authority.issuing.certificate, person.certificate];
    const { status, problems } = await validatePath(
      input(authority, forged, { pool, revocation: NO_REVOCATION }),
    );
    expect(status).toBe('invalid');
    expect(problems).toEqual(['not-a-ca', 'path-length-exceeded', 'key-usage-no-cert-sign']);
  });

  it('take a certificate for its purpose only', async () => {
    const authority = await authorities.get(kind)!;
    const person = await authority.issue('person', '张三');
    const tsa = await authority.issue('tsa', '时间戳');
    const purposes = async (certificate: Certificate, purpose: 'signing' | 'timestamping') =>
      (await validatePath(input(authority, certificate, { purpose, revocation: NO_REVOCATION }))).problems;
    expect(await purposes(person.certificate, 'signing')).toEqual([]);
    expect(await purposes(tsa.certificate, 'timestamping')).toEqual([]);
    expect(await purposes(person.certificate, 'timestamping')).toEqual(['timestamp-eku-missing']);
    expect(await purposes(tsa.certificate, 'signing')).toEqual(['ext-key-usage-mismatch']);
    expect(await purposes(authority.issuing.certificate, 'signing')).toEqual(['key-usage-not-for-signing']);
  });

  it('trust an end certificate that is itself an anchor', async () => {
    const authority = await authorities.get(kind)!;
    const { certificate } = await authority.issue('person', '张三');
    const result = await validatePath(input(authority, certificate, { pool: [], anchors: [certificate] }));
    expect(result).toMatchObject({ status: 'trusted', path: [certificate] });
  });
});

describe('name constraints beyond those of the NIST suite', () => {
  const constraintsOf = (permitted: GeneralNameInput[], excluded: GeneralNameInput[]) => {
    const trees = (n: number, names: GeneralNameInput[]) =>
      names.length ? [context(n, ...names.map((name) => sequence(buildGeneralName(name))))] : [];
    return buildExtension('2.5.29.30', sequence(...trees(0, permitted), ...trees(1, excluded)), true);
  };
  const bytes = (...values: number[]) => new Uint8Array(values);

  it.each<[string, GeneralNameInput, string[]]>([
    ['an address in the permitted network', { kind: 'ip', value: bytes(10, 1, 2, 3) }, []],
    ['an address outside it', { kind: 'ip', value: bytes(11, 1, 2, 3) }, ['name-not-permitted']],
    ['an address of the excluded part', { kind: 'ip', value: bytes(10, 9, 2, 3) }, ['name-excluded']],
    ['an address of the other length', { kind: 'ip', value: new Uint8Array(16) }, ['name-not-permitted']],
    ['a host below the permitted one', { kind: 'dns', value: 'a.b.good.test' }, []],
    ['a host that only ends alike', { kind: 'dns', value: 'notgood.test' }, ['name-not-permitted']],
    ['a mailbox of the permitted host', { kind: 'email', value: 'a@good.test' }, []],
    ['a mailbox of a host below it', { kind: 'email', value: 'a@b.good.test' }, ['name-not-permitted']],
    [
      'an address of the web without a name',
      { kind: 'uri', value: 'http://10.0.0.1/' },
      ['name-not-permitted'],
    ],
    [
      'a kind of name that is not understood',
      { kind: 'oid', value: '1.2.3' },
      ['name-constraint-unsupported'],
    ],
  ])('%s', async (_, name, problems) => {
    const { root, issuing } = await authorities.get('P-256')!;
    const base = { notBefore: NOW - DAY, notAfter: NOW + DAY, publicKey: issuing.pair.spki } as const;
    const permitted: GeneralNameInput[] = [
      { kind: 'ip', value: bytes(10, 0, 0, 0, 255, 0, 0, 0) },
      { kind: 'dns', value: 'good.test' },
      { kind: 'email', value: 'good.test' },
      { kind: 'uri', value: '.good.test' },
      { kind: 'oid', value: '1.2' },
    ];
    const limited = await issueCertificate(
      {
        ...base,
        profile: 'issuing-ca',
        subject: [['CN', 'limited']],
        serialHex: '20',
        issuer: root.certificate,
        moreExtensions: [
          constraintsOf(permitted, [{ kind: 'ip', value: bytes(10, 9, 0, 0, 255, 255, 0, 0) }]),
        ],
      },
      root.signer,
    );
    const subject = [['CN', 'leaf']] as const;
    const leaf = { ...base, profile: 'person', subject, serialHex: '21', issuer: limited } as const;
    const certificate = await issueCertificate({ ...leaf, subjectAltName: [name] }, issuing.signer);
    const anchors = [root.certificate];
    const result = await validatePath({
      certificate,
      pool: [limited],
      anchors,
      time: NOW,
      revocation: NO_REVOCATION,
    });
    expect(result.problems).toEqual(problems);
  });
});

describe('a pool made to hurt', () => {
  it('of authorities that issued each other is walked in time', async () => {
    const authority = await authorities.get('P-256')!;
    const { pair, signer } = await authority.issue('person', 'x');
    const names = Array.from({ length: 12 }, (_, i) => `A${i}`);
    const issue = async (subject: string, by: string, serial: number) => {
      const base = { publicKey: pair.spki, notBefore: NOW - DAY, notAfter: NOW + DAY };
      const serialHex = serial.toString(16).padStart(4, '0');
      const issuer = await issueCertificate(
        { ...base, profile: 'root-ca', subject: [['CN', by]], serialHex: '01' },
        signer,
      );
      return issueCertificate(
        { ...base, profile: 'root-ca', subject: [['CN', subject]], serialHex, issuer },
        signer,
      );
    };
    const pool: Certificate[] = [];
    for (const [i, subject] of names.entries()) {
      for (const [j, by] of names.entries()) if (i !== j) pool.push(await issue(subject, by, i * 16 + j));
    }
    const leaf = await issue('leaf', 'A0', 4000);
    const began = process.cpuUsage();
    const result = await validatePath({
      certificate: leaf,
      pool,
      anchors: [authority.root.certificate],
      time: NOW,
    });
    expect(result.status).toBe('untrusted');
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1000).toBeLessThan(2000);
  });
});

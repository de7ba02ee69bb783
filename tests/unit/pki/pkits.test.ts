import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import type { Crl } from '#core/pki/crl/crl.ts';
import { parseCrl } from '#core/pki/crl/parse-crl.ts';
import { validatePath } from '#core/pki/path/validate-path.ts';
import type { ProblemCode } from '#core/pki/problems.ts';
import { randomFrom } from '#tests/fixtures/random.ts';
import { mutationsOf } from './mutations.ts';

/** NIST's public key interoperability test suite: 246 paths with what must come out of each. None is left out. */
const FOLDER = join(process.env.CORPUS_DIR ?? '../shared/corpus', 'pkits');

type Case = {
  id: string;
  name: string;
  cert: string;
  other_certs?: string[];
  crls?: string[];
  path_len: number;
  revocation: boolean;
  error?: { class: string; msg_regex: string };
  params?: {
    user_initial_policy_set?: string[];
    initial_explicit_policy?: boolean;
    initial_policy_mapping_inhibit?: boolean;
    initial_any_policy_inhibit?: boolean;
  };
};

type Notice = { id: string; cert: string; other_certs?: string[]; notice: string };

const file = (...path: string[]): Bytes => new Uint8Array(readFileSync(join(FOLDER, ...path)));
const certificate = (name: string) => parseCertificate(file('certs', name));
const list = (name: string) => parseCrl(file('crls', name));

describe('path validation by the NIST test suite', () => {
  if (!existsSync(FOLDER)) {
    it('is not tried here: the suite is not on this machine', () => expect(existsSync(FOLDER)).toBe(false));
    return;
  }
  const cases = JSON.parse(readFileSync(join(FOLDER, 'pkits.json'), 'utf8')) as Case[];
  const anchor = certificate('TrustAnchorRootCertificate.crt');
  const rootList = list('TrustAnchorRootCRL.crl');

  const validate = (c: Case, pool: Certificate[], crls: Crl[]) => {
    const { user_initial_policy_set: accepted, ...flags } = c.params ?? {};
    return validatePath({
      certificate: certificate(c.cert),
      pool,
      anchors: [anchor],
      time: Date.UTC(2020, 0, 1),
      policies: {
        ...(accepted && { accepted }),
        requireExplicit: flags.initial_explicit_policy ?? false,
        inhibitMapping: flags.initial_policy_mapping_inhibit ?? false,
        inhibitAny: flags.initial_any_policy_inhibit ?? false,
      },
      revocation: { crls },
    });
  };

  it.each(cases.map((c) => [c.id, c.name, c] as const))('%s %s', async (_id, _name, c) => {
    const lists = [...(c.crls ?? []).map(list), rootList];
    const { status, problems } = await validate(c, (c.other_certs ?? []).map(certificate), lists);
    expect({ trusted: status === 'trusted', problems }).toMatchObject({ trusted: !c.error });
    if (c.error) expect(problems.filter((problem) => reasonsFor(c).includes(problem))).not.toEqual([]);
  });

  it('finds the right one among all certificates and lists of the suite at once', async () => {
    const pool = readdirSync(join(FOLDER, 'certs')).map(certificate);
    const lists = readdirSync(join(FOLDER, 'crls')).map(list);
    const wrong: string[] = [];
    for (const c of cases) {
      const { status, problems } = await validate(c, pool, lists);
      if ((status === 'trusted') === Boolean(c.error)) wrong.push(`${c.id} ${c.name}: ${problems}`);
    }
    expect(wrong).toEqual([]);
  });

  it('reads the notices to the user that certificates carry', () => {
    const notices = JSON.parse(readFileSync(join(FOLDER, 'pkits-user-notice.json'), 'utf8')) as Notice[];
    for (const { id, cert, other_certs = [], notice } of notices) {
      const policies = [cert, ...other_certs].flatMap(
        (name) => certificate(name).extensions.certificatePolicies ?? [],
      );
      const texts = policies.flatMap((policy) => policy.qualifiers.map((qualifier) => qualifier.text));
      expect([id, texts]).toEqual([id, expect.arrayContaining([notice])]);
    }
    expect(notices.length).toBeGreaterThan(5);
  });

  it('answers, or refuses with a typed error, when the suite’s certificates or lists are spoilt', async () => {
    const chosen = cases.filter((_, i) => i % 4 === 0);
    for (const c of chosen) {
      const random = randomFrom(c.name);
      const pool = (c.other_certs ?? []).map(certificate);
      for (const bytes of mutationsOf(file('certs', c.cert), 20, random)) {
        await answered(() =>
          validatePath({ ...plain, certificate: parseCertificate(bytes), pool, anchors: [anchor] }),
        );
      }
      const [first] = c.crls ?? [];
      for (const bytes of first ? mutationsOf(file('crls', first), 10, random) : []) {
        await answered(() => validate(c, pool, [parseCrl(bytes), rootList]));
      }
    }
  });
});

const plain = { time: Date.UTC(2020, 0, 1) };

async function answered(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!isAppError(error)) throw error;
  }
}

/** The suite's words for what is wrong, and our codes for it: a refusal for another reason would not count. */
const REASONS: [words: RegExp, codes: ProblemCode[]][] = [
  [/CRL issuer/, ['crl-issuer-not-allowed', 'crl-signature-invalid']],
  [/policy mapping for the "any policy"/, ['policy-mapping-invalid']],
  [/not a CA/, ['not-a-ca']],
  [/not allowed to sign certificates/, ['key-usage-no-cert-sign']],
  [/is not valid until/, ['certificate-not-yet-valid']],
  [/expired/, ['certificate-expired']],
  [/maximum path length/, ['path-length-exceeded']],
  [/permitted namespace/, ['name-not-permitted']],
  [/excluded from the namespace/, ['name-excluded']],
  [/unsupported critical extension/, ['unknown-critical-extension']],
  [/issuer name could not be matched/, ['no-path']],
  [/signature of .* could not be verified/, ['certificate-signature-invalid']],
  [/no valid set of policies/, ['policy-required']],
  [/due to a certificate hold/, ['revocation-on-hold']],
  [/was revoked at/, ['revoked']],
  [/not recent enough/, ['revocation-stale']],
  [/unrecognized critical extensions/, ['crl-unknown-critical-extension']],
  [/CRL signature could not be verified/, ['crl-signature-invalid']],
  [/no revocation information|CRL only contains|do not cover all/, ['revocation-unknown']],
];

function reasonsFor({ error }: Case): ProblemCode[] {
  return REASONS.find(([words]) => words.test(error!.msg_regex))?.[1] ?? [];
}

import type { PublicKey } from '../algorithm/algorithms.ts';
import { type SignatureVerdict, verifySignature } from '../algorithm/verify-signature.ts';
import type { Certificate, NameConstraints } from '../certificate/certificate.ts';
import { OID } from '../oids.ts';
import type { ProblemCode } from '../problems.ts';
import { isForTimestamping } from '../tsp/verify-timestamp.ts';
import { checkNames } from './name-constraints.ts';
import type { PolicyInput, Purpose } from './path-input.ts';
import {
  addPolicies,
  emptyPolicyTree,
  isNullTree,
  mapPolicies,
  newPolicyTree,
  type PolicyTree,
  restrictTo,
  validPolicies,
} from './policy-tree.ts';

export type CheckedPath = {
  readonly problems: readonly ProblemCode[];
  readonly weaknesses: readonly ProblemCode[];
  readonly policies: readonly string[];
  /** The key of each certificate, with DSA parameters inherited from above if it has none. */
  readonly keys: ReadonlyMap<Certificate, PublicKey>;
};

/** Maximum number of policies or mappings of one certificate; real ones have a handful. */
const MAX_POLICIES = 200;

/** State carried from one certificate to the next (RFC 5280, clause 6.1.2). */
type State = {
  tree: PolicyTree;
  explicitPolicy: number;
  inhibitAny: number;
  policyMapping: number;
  maxPathLength: number;
  key: PublicKey;
  readonly constraints: NameConstraints[];
};

/**
 * Validates one path (RFC 5280, clause 6.1) except for revocation. `path`: the end certificate first, the anchor last.
 * All problems are collected, so that the user sees everything that is wrong.
 */
export async function checkPath(
  path: readonly Certificate[],
  time: number,
  purpose: Purpose,
  policies: PolicyInput,
  verify: CertificateVerifier = verifyCertificate,
): Promise<CheckedPath> {
  const problems = new Set<ProblemCode>();
  const weaknesses = new Set<ProblemCode>();
  const anchor = path.at(-1)!;
  const chain = path.length === 1 ? [] : path.slice(0, -1).reverse();
  const keys = new Map<Certificate, PublicKey>([[anchor, anchor.publicKey]]);
  const state = startState(anchor, chain.length, policies);
  for (const [i, certificate] of chain.entries()) {
    const last = i === chain.length - 1;
    const issuerName = i === 0 ? anchor.subject : chain[i - 1]!.subject;
    if (certificate.issuer.key !== issuerName.key) problems.add('name-chaining-broken');
    const verdict = await verify(certificate, state.key);
    if (!verdict.ok) problems.add('certificate-signature-invalid');
    for (const problem of verdict.problems) {
      if (problem === 'digest-weak' || problem === 'key-too-weak') weaknesses.add(problem);
      else if (problem !== 'signature-invalid') problems.add(problem);
    }
    for (const problem of checkOne(certificate, time)) problems.add(problem);
    if (!certificate.selfIssued || last) {
      for (const problem of checkNames(certificate, state.constraints)) problems.add(problem);
    }
    takePolicies(state, certificate, last, problems);
    state.key = inherit(certificate.publicKey, state.key);
    keys.set(certificate, state.key);
    if (!last) prepareNext(state, certificate, problems);
  }
  if (path.length === 1) for (const problem of checkOne(anchor, time)) problems.add(problem);
  for (const problem of checkPurpose(path[0]!, purpose)) problems.add(problem);
  const checked = chain.length > 0 ? wrapUp(state, path[0]!, policies, problems) : [];
  return { problems: [...problems], weaknesses: [...weaknesses], policies: checked, keys };
}

function startState(anchor: Certificate, length: number, policies: PolicyInput): State {
  return {
    tree: newPolicyTree(),
    explicitPolicy: policies.requireExplicit ? 0 : length + 1,
    inhibitAny: policies.inhibitAny ? 0 : length + 1,
    policyMapping: policies.inhibitMapping ? 0 : length + 1,
    maxPathLength: length,
    key: anchor.publicKey,
    constraints: [],
  };
}

/** Verifies a certificate's signature with this key, and reports weaknesses. */
export type CertificateVerifier = (certificate: Certificate, key: PublicKey) => Promise<SignatureVerdict>;

/** A memoising verifier: each pair is verified once for many paths over the same certificates. */
export function rememberingVerifier(): CertificateVerifier {
  const known = new Map<Certificate, Map<PublicKey, Promise<SignatureVerdict>>>();
  return (certificate, key) => {
    const byKey = known.get(certificate) ?? new Map<PublicKey, Promise<SignatureVerdict>>();
    known.set(certificate, byKey);
    const verdict = byKey.get(key) ?? verifyCertificate(certificate, key);
    byKey.set(key, verdict);
    return verdict;
  };
}

async function verifyCertificate(certificate: Certificate, key: PublicKey): Promise<SignatureVerdict> {
  const { signatureAlgorithm, tbs, signature } = certificate;
  const verdict = await verifySignature(key, signatureAlgorithm, tbs, signature);
  if (certificate.signatureAlgorithmAgrees) return verdict;
  return { ok: verdict.ok, problems: [...verdict.problems, 'signature-algorithm-mismatch'] };
}

function checkOne(certificate: Certificate, time: number): ProblemCode[] {
  const problems: ProblemCode[] = [];
  if (time < certificate.notBefore) problems.push('certificate-not-yet-valid');
  if (time > certificate.notAfter) problems.push('certificate-expired');
  if (certificate.unknownCriticalExtensions.length > 0) problems.push('unknown-critical-extension');
  if (certificate.brokenExtensions.length > 0) problems.push('certificate-broken');
  if (certificate.repeatedExtensions.length > 0) problems.push('extension-repeated');
  return problems;
}

/** RFC 3279, clause 2.3.2: a DSA key without parameters inherits those of the key above. */
function inherit(key: PublicKey, above: PublicKey): PublicKey {
  if (key.kind !== 'DSA' || key.dsa || !above.dsa) return key;
  return { ...key, dsa: above.dsa, bits: above.bits };
}

/** Processes the certificate's policies (clause 6.1.3 d to f). */
function takePolicies(
  state: State,
  certificate: Certificate,
  last: boolean,
  problems: Set<ProblemCode>,
): void {
  const { certificatePolicies } = certificate.extensions;
  if (certificatePolicies && certificatePolicies.length > MAX_POLICIES) state.tree = emptyPolicyTree(true);
  else if (certificatePolicies) {
    const anyAllowed = state.inhibitAny > 0 || (!last && certificate.selfIssued);
    state.tree = addPolicies(
      state.tree,
      certificatePolicies.map((p) => p.oid),
      anyAllowed,
    );
  } else state.tree = emptyPolicyTree(state.tree.tooLarge);
  if (state.tree.tooLarge) problems.add('path-too-complex');
  if (state.explicitPolicy === 0 && isNullTree(state.tree)) problems.add('policy-required');
}

/** Prepares the state for the next certificate (clause 6.1.4). */
function prepareNext(state: State, certificate: Certificate, problems: Set<ProblemCode>): void {
  const { extensions } = certificate;
  const mappings = extensions.policyMappings;
  if (mappings && mappings.length > MAX_POLICIES) problems.add('path-too-complex');
  else if (mappings) {
    if (mappings.some((m) => m.issuer === OID.anyPolicy || m.subject === OID.anyPolicy)) {
      problems.add('policy-mapping-invalid');
    }
    state.tree = mapPolicies(state.tree, mappings, state.policyMapping > 0);
  }
  if (extensions.nameConstraints) state.constraints.push(extensions.nameConstraints);
  const { selfIssued } = certificate;
  if (!selfIssued) {
    if (state.explicitPolicy > 0) state.explicitPolicy--;
    if (state.policyMapping > 0) state.policyMapping--;
    if (state.inhibitAny > 0) state.inhibitAny--;
  }
  const { requireExplicit, inhibitMapping } = extensions.policyConstraints ?? {};
  if (requireExplicit !== undefined) state.explicitPolicy = Math.min(state.explicitPolicy, requireExplicit);
  if (inhibitMapping !== undefined) state.policyMapping = Math.min(state.policyMapping, inhibitMapping);
  if (extensions.inhibitAnyPolicy !== undefined) {
    state.inhibitAny = Math.min(state.inhibitAny, extensions.inhibitAnyPolicy);
  }
  if (extensions.basicConstraints?.ca !== true) problems.add('not-a-ca');
  if (!selfIssued) {
    if (state.maxPathLength <= 0) problems.add('path-length-exceeded');
    state.maxPathLength--;
  }
  const limit = extensions.basicConstraints?.pathLength;
  if (limit !== undefined) state.maxPathLength = Math.min(state.maxPathLength, limit);
  if (extensions.keyUsage && !extensions.keyUsage.has('keyCertSign')) problems.add('key-usage-no-cert-sign');
}

/** Wrap-up procedure (clause 6.1.5). */
function wrapUp(
  state: State,
  leaf: Certificate,
  policies: PolicyInput,
  problems: Set<ProblemCode>,
): string[] {
  if (state.explicitPolicy > 0) state.explicitPolicy--;
  if (leaf.extensions.policyConstraints?.requireExplicit === 0) state.explicitPolicy = 0;
  if (policies.accepted) state.tree = restrictTo(state.tree, policies.accepted);
  if (state.explicitPolicy === 0 && isNullTree(state.tree)) problems.add('policy-required');
  return validPolicies(state.tree);
}

/** Purposes that exclude document signing if a certificate has no others. */
const OTHER_PURPOSES: ReadonlySet<string> = new Set([OID.timeStamping, OID.ocspSigning, OID.serverAuth]);

function checkPurpose(leaf: Certificate, purpose: Purpose): ProblemCode[] {
  if (purpose === 'any') return [];
  const { keyUsage, extKeyUsage } = leaf.extensions;
  const problems: ProblemCode[] = [];
  if (keyUsage && !keyUsage.has('digitalSignature') && !keyUsage.has('nonRepudiation')) {
    problems.push('key-usage-not-for-signing');
  }
  if (purpose === 'timestamping' && !isForTimestamping(leaf)) problems.push('timestamp-eku-missing');
  if (purpose === 'signing' && extKeyUsage?.every((id) => OTHER_PURPOSES.has(id))) {
    problems.push('ext-key-usage-mismatch');
  }
  return problems;
}

import type { Bytes } from '#core/bytes.ts';
import type { Certificate, NameConstraints } from '../certificate/certificate.ts';
import type { GeneralName } from '../certificate/general-name.ts';
import type { ProblemCode } from '../problems.ts';

/** Maximum number of comparisons of names with subtrees; more indicate a denial-of-service attempt. */
const MAX_COMPARISONS = 250_000;

/**
 * Checks the names of a certificate against the constraints of every authority above it (RFC 5280, clauses 4.2.1.10
 * and 6.1.3 b and c). A name permitted by each of them is in their intersection.
 */
export function checkNames(certificate: Certificate, constraints: readonly NameConstraints[]): ProblemCode[] {
  const problems = new Set<ProblemCode>();
  if (constraints.length === 0) return [];
  const names = namesOf(certificate);
  const trees = constraints.reduce((sum, c) => sum + c.permitted.length + c.excluded.length, 0);
  if (names.length * trees > MAX_COMPARISONS) return ['path-too-complex'];
  for (const name of names) {
    for (const { permitted, excluded } of constraints) {
      const sameKind = permitted.filter((tree) => kindOf(tree) === kindOf(name));
      const forbidding = excluded.filter((tree) => kindOf(tree) === kindOf(name));
      if (!isUnderstood(name) && sameKind.length + forbidding.length > 0)
        problems.add('name-constraint-unsupported');
      else if (sameKind.length > 0 && !sameKind.some((tree) => isWithin(name, tree)))
        problems.add('name-not-permitted');
      else if (forbidding.some((tree) => isWithin(name, tree))) problems.add('name-excluded');
    }
  }
  return [...problems];
}

const kindOf = (name: GeneralName): string =>
  name.kind === 'other'
    ? `other ${name.tag}`
    : name.kind === 'otherName'
      ? `otherName ${name.type}`
      : name.kind;

const isUnderstood = ({ kind }: GeneralName): boolean =>
  ['email', 'dns', 'uri', 'ip', 'directory'].includes(kind);

/** The subject, its alternative names, and the e-mail address in the subject if there is no other. */
function namesOf({ subject, extensions }: Certificate): GeneralName[] {
  const names: GeneralName[] = [...(extensions.subjectAltName ?? [])];
  if (subject.rdns.length > 0) names.push({ kind: 'directory', value: subject });
  if (!names.some((name) => name.kind === 'email')) {
    for (const attribute of subject.rdns.flat()) {
      if (attribute.type === 'E') names.push({ kind: 'email', value: attribute.value });
    }
  }
  return names;
}

function isWithin(name: GeneralName, tree: GeneralName): boolean {
  if (name.kind === 'directory' && tree.kind === 'directory') {
    const { rdnKeys } = name.value;
    return (
      tree.value.rdnKeys.length <= rdnKeys.length && tree.value.rdnKeys.every((key, i) => key === rdnKeys[i])
    );
  }
  if (name.kind === 'ip' && tree.kind === 'ip') return ipWithin(name.value, tree.value);
  if (name.kind === 'dns' && tree.kind === 'dns') return dnsWithin(name.value, tree.value);
  if (name.kind === 'email' && tree.kind === 'email') return emailWithin(name.value, tree.value);
  if (name.kind === 'uri' && tree.kind === 'uri') return uriWithin(name.value, tree.value);
  return false;
}

function ipWithin(address: Bytes, tree: Bytes): boolean {
  if (tree.length !== address.length * 2) return false;
  return address.every(
    (byte, i) => (byte & tree[address.length + i]!) === (tree[i]! & tree[address.length + i]!),
  );
}

/** Names with additional labels on the left match; an empty constraint matches all names. */
function dnsWithin(name: string, tree: string): boolean {
  const host = name.toLowerCase().replace(/\.$/, '');
  const base = tree.toLowerCase().replace(/^\./, '');
  return base === '' || host === base || host.endsWith(`.${base}`);
}

/** The constraint is a mailbox, a host (all its mailboxes), or, with a leading point, all hosts below a domain. */
function emailWithin(address: string, tree: string): boolean {
  const at = address.lastIndexOf('@');
  const host = address.slice(at + 1).toLowerCase();
  const treeAt = tree.lastIndexOf('@');
  if (treeAt >= 0) {
    return address.slice(0, at) === tree.slice(0, treeAt) && host === tree.slice(treeAt + 1).toLowerCase();
  }
  return hostWithin(host, tree.toLowerCase());
}

/** Only the host counts; a URI without a host, or with an IP address, never matches. */
function uriWithin(uri: string, tree: string): boolean {
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/?#]*@)?([^:/?#]+)/i.exec(uri)?.[1]?.toLowerCase();
  if (!host || /^[\d.]+$|^\[/.test(host)) return false;
  return hostWithin(host, tree.toLowerCase());
}

const hostWithin = (host: string, tree: string): boolean =>
  tree.startsWith('.') ? host.endsWith(tree) : host === tree;

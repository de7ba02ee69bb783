import { evidenceText } from '#core/locales/evidence-text.ts';
import type { Language } from '#core/locales/languages.ts';
import type { TaskFileType } from '#core/task/plan.ts';

const sh = (script: string): string => `\`\`\`sh\n${script.trim()}\n\`\`\`\n`;

const PDF_DOCUMENTS = `
for file in report.pdf documents/*.pdf; do pdfsig "$file"; done
`;
const DIGESTS = `
for file in documents/*; do
  digest=$(openssl dgst -sha256 -r "$file" | cut -d' ' -f1)
  grep -q "$digest" trail/*.json && echo "$file: in the trail" || exit 1
done
`;
const TRAIL = `
previous=0000000000000000000000000000000000000000000000000000000000000000
for step in trail/*.json; do
  case $(cat "$step") in *"\\"$previous\\"]") echo "$step: follows" ;; *) echo "$step: BROKEN"; exit 1 ;; esac
  previous=$(openssl dgst -sha256 -r "$step" | cut -d' ' -f1)
done
`;
const LOG = `
work=$(mktemp -d)
for step in trail/*.json; do
  n=$(basename "$step" .json)
  openssl dgst -sha256 -binary "$step" > "$work/hash"
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$(cat "log/$n.salt")" -binary "$work/hash" > "$work/leaf"
  { printf '\\000'; cat "$work/leaf"; } | openssl dgst -sha256 -binary > "$work/node"
  while read -r side sibling; do
    printf %s "$sibling" | openssl base64 -d -A > "$work/sibling"
    if [ "$side" = left ]; then cat "$work/sibling" "$work/node"; else cat "$work/node" "$work/sibling"; fi > "$work/both"
    { printf '\\001'; cat "$work/both"; } | openssl dgst -sha256 -binary > "$work/node"
  done < "log/$n.path"
  [ "$(openssl base64 -A < "$work/node")" = "$(sed -n 3p log/checkpoint.text)" ] || { echo "$step: NOT IN THE LOG"; exit 1; }
  echo "$step: in the log"
done
`;
const CHECKPOINT = `
openssl pkeyutl -verify -pubin -inkey log/key.pem -rawin -in log/checkpoint.text -sigfile log/checkpoint.sig
openssl ts -verify -data log/checkpoint -in log/checkpoint.tst -token_in -CAfile certificates/roots.pem -untrusted certificates/chain.pem
`;
const CERTIFICATES = `
openssl storeutl -noout -text -certs certificates/chain.pem | grep -E "Subject:|Not After"
openssl storeutl -certs certificates/roots.pem | openssl x509 -noout -fingerprint -sha256
for list in revocation/*.crl; do openssl crl -in "$list" -inform DER -noout -CAfile certificates/roots.pem; done
`;

/** `VERIFY.md`: how to check a bundle with openssl and pdfsig alone. Each `sh` block is self-contained. */
export function verifyPage(language: Language, fileType: TaskFileType, logKey: string): string {
  const text = evidenceText(language).verify;
  const origin = logKey.split('+')[0]!;
  return [
    `# ${text.heading}\n`,
    `${text.about} ${text.tools}\n`,
    `## ${text.documents}\n`,
    `${text.documentsAbout}${fileType === 'OFD' ? ` ${text.ofd}` : ''}\n`,
    sh(fileType === 'OFD' ? 'pdfsig report.pdf' : PDF_DOCUMENTS),
    sh(DIGESTS),
    `## ${text.trail}\n`,
    `${text.trailAbout}\n`,
    sh(TRAIL),
    `## ${text.log}\n`,
    `${text.logAbout}\n`,
    sh(LOG),
    `## ${text.checkpoint}\n`,
    `${text.checkpointAbout}\n`,
    sh(CHECKPOINT),
    `## ${text.certificates}\n`,
    `${text.certificatesAbout}\n`,
    sh(CERTIFICATES),
    `## ${text.trust}\n`,
    `${text.trustAbout(origin, `\`${logKey}\``)}\n`,
  ].join('\n');
}

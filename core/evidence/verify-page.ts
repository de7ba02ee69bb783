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

/** Signed: authenticator data, then the digest of the client data (WebAuthn Level 3, 6.3.3); bit 2 of byte 32: verified. */
const PASSKEYS = `
work=$(mktemp -d)
for key in consents/*.pem; do
  one=\${key%.pem}
  step=trail/$(basename "$one").json
  challenge=$(openssl dgst -sha256 -binary "$one.text" | openssl base64 -A | tr '+/' '-_' | tr -d '=')
  grep -qF '"challenge":"'"$challenge"'"' "$one.client" || { echo "$one: ANOTHER CONSENT"; exit 1; }
  if [ -e "$one.seen" ]; then
    grep -qx "$(openssl dgst -sha256 -r "$one.seen" | cut -d' ' -f1)" "$one.text" || { echo "$one: OTHER DOCUMENTS"; exit 1; }
  fi
  [ $(($(od -An -tu1 -j32 -N1 "$one.data") & 4)) -ne 0 ] || { echo "$one: PERSON NOT VERIFIED"; exit 1; }
  for part in data client sig; do
    grep -qF "$(openssl base64 -A < "$one.$part")" "$step" || { echo "$one.$part: NOT IN THE TRAIL"; exit 1; }
  done
  grep -qF "$(openssl pkey -pubin -in "$key" -outform DER | openssl base64 -A)" "$step" || { echo "$key: NOT IN THE TRAIL"; exit 1; }
  { cat "$one.data"; openssl dgst -sha256 -binary "$one.client"; } > "$work/signed"
  case $(openssl pkey -pubin -in "$key" -noout -text) in ED25519*) digest= ;; *) digest="-digest sha256" ;; esac
  openssl pkeyutl -verify -pubin -inkey "$key" -rawin $digest -in "$work/signed" -sigfile "$one.sig" || exit 1
  cat "$one.client"; echo
done
`;

/** `VERIFY.md`: how to check a bundle with openssl and pdfsig alone. Each `sh` block is self-contained. */
export function verifyPage(
  language: Language,
  fileType: TaskFileType,
  { logKey, hasPasskeys }: { logKey: string; hasPasskeys: boolean },
): string {
  const text = evidenceText(language).verify;
  const origin = logKey.split('+')[0]!;
  return [
    `# ${text.heading}\n`,
    `${text.about} ${text.tools}\n`,
    `## ${text.documents}\n`,
    `${[text.documentsAbout, ...(fileType === 'OFD' ? [text.ofd] : []), text.reportOfd].join(' ')}\n`,
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
    ...(hasPasskeys ? [`## ${text.passkeys}\n`, `${text.passkeysAbout}\n`, sh(PASSKEYS)] : []),
  ].join('\n');
}

import { findActiveContent } from '#core/pdf/active/find-active-content.ts';
import { removeActiveContent } from '#core/pdf/active/remove-active-content.ts';
import { conformanceLosses } from '#core/pdf/prepare/conformance-losses.ts';
import { preparePdf } from '#core/pdf/prepare/prepare-pdf.ts';
import { listFields } from '#core/pdf/read/fields.ts';
import { isStream } from '#core/pdf/read/objects.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { listPages } from '#core/pdf/read/pages.ts';
import { beginSignature } from '#core/pdf/sign/begin-signature.ts';
import { collectCertificates } from '#core/pdf/sign/collect-certificates.ts';
import { fieldsToSign } from '#core/pdf/sign/fields-to-sign.ts';
import { appendIncrement, finishSignature } from '#core/pdf/sign/finish-signature.ts';
import { findText } from '#core/pdf/text/find-text.ts';
import { textBoxes } from '#core/pdf/text/text-boxes.ts';
import { looksLikeXmp } from '#core/pdf/verify/changes/well-formed-xmp.ts';
import { verifyPdf } from '#core/pdf/verify/verify-pdf.ts';
import { documentFacts } from '#core/task/document-facts.ts';
import { describeTimeline } from '#core/verification/describe-timeline.ts';
import { describeVerification } from '#core/verification/describe-verification.ts';
import { findPlaces } from '#core/verification/find-places.ts';
import { normalizePdf } from '#tests/fixtures/normalize-pdf.ts';
import { type FuzzKind, goodOnes } from '../kind.ts';
import { mutatePdf } from '../mutate/pdf.ts';
import { TRUST } from './trust.ts';

const good = [...goodOnes('pdf').values()];
const BOX = { x: 20, y: 30, width: 40, height: 20 };

export const pdf: FuzzKind = {
  make: (random) => mutatePdf(random.pick(good), random),
  acts: {
    upload: (bytes) => documentFacts(bytes, 'PDF'),
    async verify(bytes) {
      const result = await verifyPdf(bytes, TRUST);
      describeTimeline(result, describeVerification(result, 'zh-CN'));
    },
    places: (bytes) => findPlaces(bytes, 'pdf'),
    read(bytes) {
      const document = openPdfBytes(bytes);
      for (const page of listPages(document).slice(0, 50)) {
        findText(document, page, '甲方');
        textBoxes(document, page);
      }
      listFields(document);
      findActiveContent(document);
      for (const { written, index } of document.revisions.slice(-20)) {
        for (const num of [...written].slice(0, 2000)) {
          const object = document.at(index).get(num);
          if (isStream(object)) looksLikeXmp(document.decode(object));
        }
      }
    },
    clean: (bytes) => removeActiveContent(bytes),
    normalize: (bytes) => normalizePdf(bytes),
    losses: (bytes) => conformanceLosses(bytes),
    certificates: (bytes) => collectCertificates(bytes),
    async sign(bytes) {
      const prepared = await preparePdf(bytes, {
        signatureFields: [
          {
            name: 'Signer1',
            places: [
              { kind: 'at', page: 0, box: BOX },
              { kind: 'crossPage', y: 100, width: 40, height: 40 },
              { kind: 'keyword', keyword: '甲方', which: 'all', position: 'right', width: 20, height: 10 },
            ].slice(0, bytes.length % 3) as never,
          },
        ],
        footerQr: { text: 'https://example.test/' },
      });
      const ready = appendIncrement(bytes, prepared, prepared.append);
      for (const field of await fieldsToSign(ready, 'Signer1')) {
        const begun = await beginSignature(ready, { field });
        finishSignature(begun, new Uint8Array(64));
      }
    },
  },
};

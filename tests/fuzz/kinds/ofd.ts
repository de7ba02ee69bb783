import { removeActiveOfdContent } from '#core/ofd/active/remove-active-content.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { openVolume, papersOf } from '#core/ofd/model/open-volume.ts';
import { prepareOfd } from '#core/ofd/prepare/prepare-ofd.ts';
import { renderPage } from '#core/ofd/render/render-page.ts';
import { beginOfdSignature } from '#core/ofd/sign/sign-ofd.ts';
import { findInVolume } from '#core/ofd/text/find-in-volume.ts';
import { verifyOfd } from '#core/ofd/verify/verify-ofd.ts';
import { documentFacts } from '#core/task/document-facts.ts';
import { describeVerification } from '#core/verification/describe-verification.ts';
import { findPlaces } from '#core/verification/find-places.ts';
import { type FuzzKind, goodOnes } from '../kind.ts';
import { mutateDer } from '../mutate/der.ts';
import { type Entries, entriesOf, mutateZip } from '../mutate/zip.ts';
import { TRUST } from './trust.ts';

const good = [...goodOnes('ofd').values()].map(entriesOf);
const der = goodOnes('der');
const [seal, certificate] = [der.get('seal.der')!, der.get('person-sm2.der')!];

/** What an SVG of a page may never hold, whatever the file says: it is put into the product's own page. */
const ACTIVE = /<(script|a|foreignObject|use|style)\b|javascript:|\son\w+=/i;

export const ofd: FuzzKind = {
  make(random) {
    const entries: Entries = { ...random.pick(good) };
    const value = Object.keys(entries).find((path) => /\.(dat|esl)$/.test(path));
    // The values of seals are DER inside of a zip; spoilt as bytes they would hardly be looked into.
    if (value && random.chance(0.2))
      entries[value] = mutateDer(new Uint8Array(entries[value]!), [seal], random);
    return mutateZip(entries, random);
  },
  acts: {
    upload: (bytes) => documentFacts(bytes, 'OFD'),
    draw(bytes) {
      const document = openDocument(openOfd(bytes));
      for (let page = 0; page < Math.min(document.pages.length, 5); page++) {
        const { svg } = renderPage(document, page);
        const texts = svg.replace(/>[^<]*</g, '><').replace(/data:image\/[\w;=,+/]*/g, '');
        if (ACTIVE.test(texts.replace(/"[^"]*"/g, (value) => (value.includes('javascript:') ? value : '""'))))
          throw new Error('a page of the file is drawn with active content');
      }
    },
    find(bytes) {
      const volume = openVolume(openOfd(bytes));
      papersOf(volume);
      findInVolume(volume, '甲方');
    },
    async verify(bytes) {
      describeVerification(await verifyOfd(bytes, TRUST), 'zh-CN');
    },
    places: (bytes) => findPlaces(bytes, 'ofd'),
    clean: (bytes) => removeActiveOfdContent(bytes),
    prepare: (bytes) =>
      prepareOfd(bytes, {
        signatureFields: [
          { name: 'a', places: [{ kind: 'at', page: 0, box: { x: 20, y: 30, width: 40, height: 20 } }] },
          { name: 'b', places: [{ kind: 'crossPage', y: 20, width: 40, height: 40 }] },
        ],
      }),
    sign: (bytes) =>
      beginOfdSignature(bytes, {
        seal,
        certificate,
        time: TRUST.time,
        placements: [{ pageIndex: 0, boundary: { x: 10, y: 10, width: 40, height: 40 } }],
      }),
  },
};

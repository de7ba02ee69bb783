import { utf8 } from '#core/bytes.ts';
import { PACKAGE_LIMITS } from '#core/ofd/package/limits.ts';
import { decodeXmlText } from '#core/ofd/xml/decode-xml.ts';
import { readXml } from '#core/ofd/xml/read-xml.ts';
import { looksLikeXmp } from '#core/pdf/verify/changes/well-formed-xmp.ts';
import { type FuzzKind, goodOnes } from '../kind.ts';
import { mutateBytes } from '../mutate/bytes.ts';
import { mutateXml } from '../mutate/xml.ts';

const LIMITS = { elements: PACKAGE_LIMITS.xmlElements, depth: PACKAGE_LIMITS.xmlDepth };
const good = [...goodOnes('xml').values()].map((bytes) => new TextDecoder().decode(bytes));

export const xml: FuzzKind = {
  make(random) {
    let text = random.pick(good);
    for (let n = 1 + random.below(3); n > 0; n--) text = mutateXml(text, random);
    const bytes = utf8(text);
    return random.chance(0.15) ? mutateBytes(bytes, random) : bytes;
  },
  acts: {
    read: (bytes) => readXml(decodeXmlText(bytes), LIMITS),
    metadata: (bytes) => looksLikeXmp(bytes),
  },
};

import { utf8 } from '#core/bytes.ts';
import { readParameters } from '#core/template/xml/read-parameters.ts';
import { resolveParameters } from '#core/template/xml/resolve-parameters.ts';
import { type FuzzKind, goodOnes } from '../kind.ts';
import { mutateBytes } from '../mutate/bytes.ts';
import { mutateXml } from '../mutate/xml.ts';

const good = [...goodOnes('parameters').values()].map((bytes) => new TextDecoder().decode(bytes));
const NOTHING = { fields: [], rows: [], options: [], signers: [], anchors: [] };

/** Parameter files of templates. */
export const parameters: FuzzKind = {
  make(random) {
    let text = random.pick(good);
    for (let n = 1 + random.below(3); n > 0; n--) text = mutateXml(text, random);
    const bytes = utf8(text);
    return random.chance(0.15) ? mutateBytes(bytes, random) : bytes;
  },
  acts: {
    read: (bytes) => readParameters(bytes),
    import: (bytes) => {
      const read = readParameters(bytes);
      let made = 0;
      return resolveParameters(read.parameters, NOTHING, { roles: [], fields: [] }, () => `newkey${++made}`);
    },
  },
};

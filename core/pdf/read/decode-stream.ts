import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { Budget } from './budget.ts';
import { inflate, unAscii85, unAsciiHex, unLzw, unpredict, unRunLength } from './filters.ts';
import { isArray, isDict, isName, type PdfDict, type PdfObject } from './objects.ts';

/** Maximum number of filters on one stream; more are an attack. */
const MAX_FILTERS = 8;

/**
 * Decodes a stream's `data` by its filters (7.4). `resolve` follows references. Throws DOCUMENT_UNSUPPORTED for image
 * filters (DCT, JPX, JBIG2, CCITT) and DOCUMENT_TOO_COMPLEX if the output is too large.
 */
export function decodeStream(
  dict: PdfDict,
  data: Bytes,
  resolve: (object: PdfObject | undefined) => PdfObject,
  budget: Budget,
): Bytes {
  const filters = listOf(resolve(dict.entries.get('Filter') ?? dict.entries.get('F')), resolve);
  if (filters.length > MAX_FILTERS) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'filters' });
  const params = listOf(resolve(dict.entries.get('DecodeParms') ?? dict.entries.get('DP')), resolve);
  let bytes = data;
  filters.forEach((filter, i) => {
    const own = params[i];
    bytes = undo(
      isName(filter) ? filter.value : '',
      bytes,
      isDict(own) ? own : undefined,
      resolve,
      budget.streamLimit,
    );
    budget.unpack(bytes.length);
  });
  return bytes;
}

function listOf(object: PdfObject, resolve: (object: PdfObject | undefined) => PdfObject): PdfObject[] {
  if (object === null) return [];
  return isArray(object) ? object.items.slice(0, 64).map(resolve) : [object];
}

function undo(
  filter: string,
  data: Bytes,
  params: PdfDict | undefined,
  resolve: (object: PdfObject | undefined) => PdfObject,
  limit: number,
): Bytes {
  const number = (key: string, otherwise: number): number => {
    const value = params ? resolve(params.entries.get(key)) : null;
    return typeof value === 'number' && value >= 0 ? value : otherwise;
  };
  const predictor = () => ({
    predictor: number('Predictor', 1),
    colors: number('Colors', 1),
    bits: number('BitsPerComponent', 8),
    columns: number('Columns', 1),
  });
  switch (filter) {
    case 'FlateDecode':
    case 'Fl':
      return unpredict(inflate(data, limit), predictor());
    case 'LZWDecode':
    case 'LZW':
      return unpredict(unLzw(data, limit, number('EarlyChange', 1)), predictor());
    case 'ASCIIHexDecode':
    case 'AHx':
      return unAsciiHex(data, limit);
    case 'ASCII85Decode':
    case 'A85':
      return unAscii85(data, limit);
    case 'RunLengthDecode':
    case 'RL':
      return unRunLength(data, limit);
    case 'Crypt':
      return data;
    default:
      throw new AppError('DOCUMENT_UNSUPPORTED', { reason: `filter ${filter}`.slice(0, 60) });
  }
}

/**
 * Decodes an XML file by its byte order mark, else by the encoding it declares, else as UTF-8.
 *
 * ```ts
 * decodeXmlText(utf8('<?xml version="1.0"?><a/>')); // the same text
 * ```
 */
export function decodeXmlText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const head = String.fromCharCode(...bytes.subarray(0, 120));
  const declared = /<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']/i.exec(head)?.[1]?.toLowerCase() ?? 'utf-8';
  const chinese = ['gbk', 'gb2312', 'gb18030', 'cp936'].includes(declared);
  if (!chinese) return new TextDecoder('utf-8').decode(bytes);
  return new TextDecoder('gb18030').decode(bytes);
}

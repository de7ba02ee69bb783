/**
 * Width and height of a PNG (ISO/IEC 15948, 11.2.2) or JPEG (ITU-T T.81, B.2.2) in pixels; undefined for other files.
 */
export function pictureSize(data: Uint8Array): { width: number; height: number } | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const size =
    data.length > 24 && view.getUint32(0) === 0x89504e47
      ? { width: view.getUint32(16), height: view.getUint32(20) }
      : jpegSize(view);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

function jpegSize(view: DataView): { width: number; height: number } | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < view.byteLength && view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    // Fill bytes may precede a marker.
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

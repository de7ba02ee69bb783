/** Maximum size of the logo, px: twice its size in the header. */
const WIDTH = 480;
const HEIGHT = 112;
/** Maximum length of the data URL that the server accepts. */
const LONGEST = 60_000;

/**
 * Converts a picture to the data URL of a PNG that fits the header. It is re-encoded, so that only the pixels of the
 * file are kept. Undefined if it is not a picture or cannot be made small enough.
 */
export async function readLogo(file: Blob): Promise<string | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return undefined;
  const scale = Math.min(1, WIDTH / picture.width, HEIGHT / picture.height);
  for (const shrink of [1, 0.6, 0.35]) {
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale * shrink));
    canvas.height = Math.max(1, Math.round(picture.height * scale * shrink));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const url = canvas.toDataURL('image/png');
    if (url.length <= LONGEST) return url;
  }
  return undefined;
}

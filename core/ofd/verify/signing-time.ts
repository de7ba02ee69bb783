/**
 * Epoch ms of SignatureDateTime as files write it: 20200817111329Z, 2020-10-23 19:45:37, 2020-10-23T19:45:37+08:00 …
 * Without a zone it is read as Beijing time. Null if it is not a time.
 */
export function readSignatureDateTime(text: string | null): number | null {
  const m =
    /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})[T ]?(\d{2}):?(\d{2}):?(\d{2})(?:[.,]\d+)?\s*(Z|[+-]\d{2}:?\d{2})?$/i.exec(
      text?.trim() ?? '',
    );
  if (!m) return null;
  const [, year, month, day, hour, minute, second, zone] = m;
  const local = Date.UTC(+year!, +month! - 1, +day!, +hour!, +minute!, +second!);
  if (Number.isNaN(local)) return null;
  return local - zoneOffset(zone ?? '+08:00');
}

function zoneOffset(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

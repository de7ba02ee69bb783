/** Epoch ms of the start of a day given as 2026-11-20, in the device's time zone. */
export function dayStart(day: string | undefined): number | undefined {
  if (!day) return undefined;
  const at = new Date(`${day}T00:00:00`).getTime();
  return Number.isNaN(at) ? undefined : at;
}

/** Epoch ms of the last millisecond of a day; handles the longer and shorter days of daylight-saving changes. */
export function dayEnd(day: string | undefined): number | undefined {
  const start = dayStart(day);
  if (start === undefined) return undefined;
  const next = new Date(start);
  next.setDate(next.getDate() + 1);
  return next.getTime() - 1;
}

/** Epoch ms of the first moment of a day given as 2026-11-20, in the zone of the device. */
export function dayStart(day: string | undefined): number | undefined {
  if (!day) return undefined;
  const at = new Date(`${day}T00:00:00`).getTime();
  return Number.isNaN(at) ? undefined : at;
}

/** Epoch ms of its last moment: a day on which clocks are turned is longer or shorter. */
export function dayEnd(day: string | undefined): number | undefined {
  const start = dayStart(day);
  if (start === undefined) return undefined;
  const next = new Date(start);
  next.setDate(next.getDate() + 1);
  return next.getTime() - 1;
}

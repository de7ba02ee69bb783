const BROWSERS: readonly [name: string, mark: RegExp][] = [
  ['WeChat', /MicroMessenger\//],
  ['DingTalk', /DingTalk\//],
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['QQBrowser', /M?QQBrowser\//],
  ['Firefox', /(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /Version\/.*Safari\//],
];
const SYSTEMS: readonly [name: string, mark: RegExp][] = [
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['iOS', /iPhone|iPad|iPod/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh|Mac OS X/],
  ['Linux', /Linux/],
];

/** Browser and operating system from a user agent, so that people recognise their devices; empty if unknown. */
export function describeDevice(userAgent: string): { browser: string; system: string; mobile: boolean } {
  const nameOf = (list: typeof BROWSERS) => list.find(([, mark]) => mark.test(userAgent))?.[0] ?? '';
  return {
    browser: nameOf(BROWSERS),
    system: nameOf(SYSTEMS),
    mobile: /Mobile|Android|iPhone|iPad/.test(userAgent),
  };
}

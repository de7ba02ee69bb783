/** [5.16c] [5.8c] A mainland mobile number: eleven digits, starting with 13 to 19. */
export const isMobile = (text: string): boolean => /^1[3-9]\d{9}$/.test(text);

/** [5.16c] A landline with area code and optional extension, or a 400 or 800 number. */
export const isLandline = (text: string): boolean =>
  /^0\d{2,3}-?\d{7,8}(-\d{1,6})?$/.test(text) || /^[48]00-?\d{3}-?\d{4}$/.test(text);

/** [5.9b] [5.16a] A mobile number or a landline. */
export const isPhone = (text: string): boolean => isMobile(text) || isLandline(text);

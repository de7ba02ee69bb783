/**
 * The fixed basic authorization of the token endpoint ([7.6a]): it names the app and keeps no secret, since it travels
 * to every browser.
 */
export const CLIENT_AUTHORIZATION = 'Basic c2lnbmV0LXdlYjpzaWduZXQtd2Vi';

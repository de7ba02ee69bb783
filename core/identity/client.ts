/**
 * The fixed basic authorization of the token endpoint ([7.6a]): it identifies the app and is not secret, since every
 * browser receives it.
 */
export const CLIENT_AUTHORIZATION = 'Basic c2lnbmV0LXdlYjpzaWduZXQtd2Vi';

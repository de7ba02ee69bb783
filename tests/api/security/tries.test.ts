import { describe, expect, it } from 'vitest';
import { resetSignPassword, updateSignPassword } from '#core/account/calls.ts';
import { requestToken, sendAuthCode } from '#core/identity/calls.ts';
import { rateCount } from '#db/schema/index.ts';
import { ApiClient } from '#tests/client.ts';
import { codeSentTo } from '#tests/fixtures/messages.ts';
import { database, newPerson } from '#tests/fixtures/people.ts';

import { PASSWORD, refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';

const SIGN_PASSWORD = '730518';
const LOGIN_FAILED = 401001;
const CAPTCHA_NEEDED = 401010;

describe('twenty tries at once', () => {
  it('at a login password count as three: then a security verification is required', async () => {
    const { mobile } = await newPerson();
    const client = new ApiClient(product().baseUrl);
    const envelopes = await Promise.all(Array.from({ length: 20 }, (_, i) => client.seal(`Wrong#Way-${i}`)));
    const answers = await Promise.all(
      envelopes.map((password) =>
        client.envelope(requestToken, { grant_type: 'password', username: mobile, password }),
      ),
    );
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === LOGIN_FAILED)).toHaveLength(3);
    expect(codes.filter((code) => code === CAPTCHA_NEEDED)).toHaveLength(17);
  });

  it('at a signing password are five', async () => {
    const client = await signedIn(await newPerson({ signPassword: SIGN_PASSWORD }));
    const inputs = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => ({
        oldPassword: await client.seal(`wrong-${i}`),
        password: await client.seal('860417'),
      })),
    );
    const answers = await Promise.all(inputs.map((input) => refusal(client, updateSignPassword, input)));
    expect(answers.filter((answer) => answer === 'SIGN_PASSWORD_WRONG')).toHaveLength(5);
    expect(answers.filter((answer) => answer === 'TOO_OFTEN')).toHaveLength(15);
  });

  it('with the right password are all let through, one after the other', async () => {
    const { loginName } = await newPerson();
    const clients = Array.from({ length: 6 }, () => new ApiClient(product().baseUrl));
    const signed = await Promise.all(clients.map((client) => client.login(loginName, PASSWORD)));
    expect(signed.every(({ session }) => session !== null)).toBe(true);
  });
});

it('a signing password can be guessed twenty times a day, even with correct attempts between', async () => {
  const person = await newPerson({ signPassword: SIGN_PASSWORD });
  const client = await signedIn(person);
  const windowStart = Date.now() - (Date.now() % (24 * 720_000));
  const name = `sign-password:${person.id}:day`;
  await database().insert(rateCount).values({ name, windowStart, count: 20 });
  const [oldPassword, password] = [await client.seal(SIGN_PASSWORD), await client.seal('860417')];
  expect(await refusal(client, updateSignPassword, { oldPassword, password })).toBe('TOO_OFTEN');
});

it('a signing password that everybody tries first is refused when it is set', async () => {
  const person = await newPerson({ signPassword: SIGN_PASSWORD });
  const client = await signedIn(person);
  await client.call(sendAuthCode, { authCodeType: 'SIGN_PASSWORD' });
  const authCode = await codeSentTo(client, person.mobile, '设置签署密码验证码');
  for (const common of ['123456', '147258', '520520', '000000', '123456789'])
    expect(
      await refusal(client, resetSignPassword, { password: await client.seal(common), authCode }),
      common,
    ).toBe('PASSWORD_NOT_GOOD');
  expect(await refusal(client, resetSignPassword, { password: await client.seal('860417'), authCode })).toBe(
    'OK',
  );
});

import type { ErrorName } from '../../errors.ts';

/** What each error says to a person: what happened and what to do. `{name}` stands for a parameter of the error. */
export default {
  SESSION_INVALID: 'Please log in first.',
  SESSION_EXPIRED: 'Your session has expired. Please log in again.',
  SESSION_REPLACED: 'Your account was logged in elsewhere. Please log in again.',
  SESSION_LOCKED: 'This account is locked. Try again later or contact support.',
  CLOUD_SEAL_AUTHORIZATION_NEEDED: 'The cloud seal needs your authorization. Scan the code, then try again.',
  PLAN_INCOMPLETE: 'The signing task is not complete. Fill in what is marked, then send it.',
  PASSWORD_ENVELOPE_INVALID: 'The password could not be read safely. Enter it again.',
  REPEATED_REQUEST_DIFFERS: 'This request was sent before with other content. Reload and try again.',
  LOGIN_FAILED: 'The account or the password is wrong. Check both and try again.',
  CODE_WRONG: 'The code is wrong or has expired. Check it, or get a new one.',
  SIGN_PASSWORD_WRONG: 'The signing password is wrong. Enter it again.',
  SIGN_PASSWORD_NOT_SET:
    'You have not set a signing password. Use a code by SMS, or set one in your account first.',
  CONSENT_REFUSED: 'You refused on your phone. This signing has ended and nothing was signed.',
  CONSENT_ENDED: 'The QR code has expired. Get a new one and scan it.',
  CONSENT_NOT_GIVEN: 'Your phone has not confirmed yet. Scan the code and confirm, then sign.',
  BATCH_CONSENT_ENDED:
    'Your confirmation for this batch has ended. Confirm again to go on; what is signed stays signed.',
  LOGIN_TOO_OFTEN:
    'Too many failed logins. Try again in {minutes} {minutes|minute|minutes}, or log in with a code by SMS.',
  CODE_NOT_SENT: 'The code could not be sent. Try again in a moment.',
  MAIL_NOT_SET: 'Your account has no e-mail address yet. Add one under Account details first.',
  CLIENT_INVALID: 'The client could not be verified. Reload the page and try again.',
  CAPTCHA_NEEDED: 'Please complete the security verification.',
  CAPTCHA_WRONG: 'The security verification failed or has expired. Please do it again.',
  CAPTCHA_EXPIRED: 'The verification has expired. Please get a new one.',
  CAPTCHA_FAILED: 'That was not right. Please try again.',
  TICKET_INVALID: 'This step has expired. Please get a new code.',
  PASSWORD_NOT_GOOD: 'The password does not follow the rule or is too common. Change it as the hint says.',
  AGREEMENT_NOT_ACCEPTED: 'Read and accept all agreements first. If they have just changed, reload the page.',
  CAPTCHA_TOO_OFTEN: 'Refreshed too often. Take a break and try again.',
  NO_SIGNING_PERMISSION:
    'You have no signing permission in the current enterprise. Contact its administrator.',
  ENTERPRISE_NOT_ENABLED: 'This enterprise is not enabled, so you cannot switch to it.',
  ENTERPRISE_NOT_AUTHENTICATED: 'This enterprise is not authenticated, so you cannot switch to it.',
  SWITCH_TO_ENTERPRISE: 'Switch to an enterprise account first.',
  REAL_NAME_NEEDED: 'Please verify your real name first.',
  TASK_CHANGED: 'The task has just changed. Reload and try again; nothing you entered is lost.',
  NOT_YOUR_TURN: 'It is not your turn to sign yet. You will be told when it is.',
  ALREADY_SIGNED: 'You have already signed.',
  TASK_CLOSED: 'The task has ended or was withdrawn, so nothing more can be done with it.',
  TASK_NOT_FINISHED:
    'The contract is not finished yet. Its evidence can be downloaded once everybody has signed.',
  DRAFT_ALREADY_SENT: 'This draft was sent or deleted. If it was sent, it is under “Sent by me”.',
  DRAFT_QUOTA:
    'At most {max} {max|draft is|drafts are} kept, and that is reached. Send or delete drafts that you do not need, or try again tomorrow.',
  UPLOAD_QUOTA:
    'At most {files} {files|file|files} and {megabytes} MB can be uploaded in 24 hours, and that is reached. Upload tomorrow, or ask the platform administrator for more.',
  PLACES_SIGNED:
    'Somebody has signed already, so no place can be added. To change it, take the contract back and send it again.',
  PLACES_APPROVED:
    'This contract was sent after an approval of exactly these places, so none can be added. To change it, take the contract back and send it again.',
  SIGNER_DOCUMENT_DIFFERS:
    'The identity document that the sender gave is not the one that you were verified with, so you cannot sign. Ask the sender to check it, take the contract back and send it again.',
  SEAL_KIND_DIFFERS: 'The sender asks for a seal of another kind. Choose one of that kind.',
  SIGNER_UNVERIFIED:
    '“{enterprise}” is not verified yet and cannot sign. Have the enterprise verified first, or ask it to.',
  SIGNER_TWICE: '“{name}” is entered twice and is one signer. Keep only one of them.',
  SIGNER_SIGNED: 'This signer has signed and can no longer be corrected.',
  SIGNER_NOT_CALLED: 'It is not this signer’s turn, or they have signed. Nothing was sent.',
  SIGNER_CHANGED:
    'This signer has just been changed, and your correction was not saved. Check the present details, and correct them again if needed.',
  PARTIES_APPROVED:
    'Your enterprise approved this contract with its present parties, and another party must be approved again. Withdraw the contract, correct it and send it again.',
  VOID_PARTY_LEFT:
    '{name} closed their account and cannot sign an agreement to void the contract. Settle it with them outside.',
  TASK_NOT_SENDABLE: 'Only finished contracts of HR scenes can be sent. Choose others.',
  TOO_MANY_COPIES: 'This contract has copies for {max} {max|person|people}, and no more can get one.',
  DEADLINE_NOT_LATER: 'The new deadline must be later than the present one. Choose another time.',
  DEADLINE_TOO_FAR: 'A deadline lies at most {days} {days|day|days} ahead. Choose an earlier time.',
  SUCCESSOR_REAL_NAME:
    'This colleague has not verified their real name and cannot sign. Choose somebody else, or ask them to verify it first.',
  SUCCESSOR_SEAL:
    'No enterprise seal is authorized to this colleague. Choose somebody else, or ask the administrator to authorize one.',
  SUCCESSOR_ALREADY_SIGNER: 'This colleague already signs this contract. Choose somebody else.',
  VOID_NOT_COMPLETED: 'Only a completed contract can be made void. Withdraw or refuse one that is not.',
  VOID_NOT_A_PARTY: 'Only a party to this contract can begin to make it void.',
  VOID_ONE_PARTY: 'This contract has one party only, so there is nobody to agree with.',
  VOID_UNDER_WAY: 'An agreement to void this contract is being signed. Sign or refuse that one.',
  VOID_ALREADY: 'This contract is void already.',
  VOID_AGREEMENT: 'An agreement to void a contract cannot be made void itself. Start a new contract instead.',
  URGED_TOO_OFTEN: 'A reminder was just sent. Try again in {minutes} {minutes|minute|minutes}.',
  FILE_NOT_UPLOADED: 'The file “{name}” is not uploaded yet. Wait until it is, then send.',
  COPIES_USED_UP: 'No copies are left in your balance. Top up first.',
  COPIES_TOO_FEW:
    '{wanted} {wanted|copy is|copies are} needed and {left} {left|is|are} left. Buy more, or shorten the list, and try again.',
  BATCH_REVIEW_REFUSED: 'It was not approved. It can be sent again once that is settled.',
  BATCH_ROW_UNKNOWN:
    'Something failed while it was sent; this row was not sent. Try again later, or contact support.',
  DIGEST_DIFFERS: 'The file was damaged on its way. Upload it again.',
  SEAL_NOT_USABLE: 'The chosen seal cannot be used: it is not enabled, not authorized or has no certificate.',
  PLACEMENT_NOT_FILLED: 'Some places are not sealed or signed yet. Fill them, then submit.',
  PLACES_OVERLAP:
    '“{file}”, page {page}: the places of “{one}” and “{other}” lie over each other. Move one of them and try again.',
  ENTERPRISE_SEAL_NEEDED:
    'An enterprise fills its places with seals that it authorized you for, not with a drawing. Choose a seal; if there is none, ask the administrator of the enterprise.',
  REVISION_CHANGED:
    'Somebody signed after you opened the files. Look at what changed, then sign; what you filled in is still there.',
  DEADLINE_PASSED: 'The signing deadline has passed.',
  KEYWORD_NOT_FOUND:
    'The keyword “{keyword}” is not in the file “{name}”. Change it, or drag the seal into place.',
  INPUT_INVALID: 'Some of what you entered is not valid. Check it and try again.',
  NO_PERMISSION: 'You have no permission for this. Contact your enterprise administrator.',
  NOT_FOUND: 'This could not be found. It may have been deleted; refresh and try again.',
  CONFLICT: 'Someone else changed this meanwhile. Refresh and try again.',
  TOO_LARGE: 'This is too large. Make it smaller and try again.',
  TOO_OFTEN: 'Too many attempts. Wait a moment and try again.',
  INTERNAL: 'Something went wrong on our side. Please try again later.',
  UNAVAILABLE: 'The service is not available right now. Please try again later.',
  SEAL_NOT_CREATED: 'The enterprise has no such seal yet. Create the seal first.',
  SEAL_NOT_ENABLED: 'The seal “{name}” is not enabled. Ask the seal administrator to enable it.',
  SEAL_NOT_AUTHORIZED: 'You are not authorized to use the seal “{name}”. Ask the seal administrator.',
  SEAL_DELETED: 'The seal was deleted and can no longer stamp. Choose another seal.',
  SEAL_NAME_TAKEN: 'There is already a seal named “{name}”. Choose another name.',
  SEAL_PICTURE_LOCKED:
    'The certificate of this seal was issued, so its picture cannot be changed. Create a new seal for a new picture.',
  SEAL_CERTIFICATE_NOT_APPLIED: 'The seal “{name}” has no certificate yet. Apply for one first.',
  SEAL_CERTIFICATE_APPLYING:
    'The certificate of the seal “{name}” is being applied for. Continue on the certificate orders page.',
  SEAL_CERTIFICATE_FAILED: 'The certificate application of the seal “{name}” failed. Apply again.',
  SEAL_CERTIFICATE_EXPIRED: 'The certificate of the seal “{name}” has expired. Update the certificate.',
  SEAL_CERTIFICATE_SUBMITTED:
    'The certificate of this seal was already applied for or issued. It cannot be submitted again.',
  SEAL_AGENT_MISSING:
    'The signing operator does not exist or has left the enterprise. Choose another operator.',
  SEAL_UKEY_NOT_ALLOWED:
    'The current UKey is not authorized to use the seal “{name}”. Contact the administrator.',
  SEAL_UKEY_TOO_MANY:
    'At most {max} UKeys are allowed; for an enterprise that is all its seals together. Remove one that is no longer needed first.',
  UKEY_NEEDED: 'The certificate of seal “{name}” is in a UKey: sign with the UKey.',
  UKEY_NOT_AUTHORIZED: 'This UKey is not authorized. Contact your administrator.',
  UKEY_NO_SEAL_CERTIFICATE:
    'There is no seal on this UKey that can sign. Apply for a UKey certificate of seal “{name}”, or use another UKey.',
  UKEY_NOT_YET_VALID: 'The certificate in the UKey is not valid yet. Use it once it is.',
  UKEY_EXPIRED: 'The certificate in the UKey has expired. Renew it and try again.',
  UKEY_REVOKED: 'The certificate in the UKey was revoked. Apply for a new one.',
  UKEY_KEY_UNFIT:
    'The certificate in the UKey is for {algorithm} and cannot sign {fileType} files. Use another UKey or another way to sign.',
  UKEY_SIGNING_ENDED: 'This signing with the UKey took too long. The files are unchanged; sign again.',
  UKEY_TAKEN: 'Binding failed: this UKey is bound to another account. Unbind it there first.',
  KEY_PROOF_NOT_TAKEN: 'The platform does not take this kind of confirmation. Choose another one.',
  KEY_NOT_ATTESTED:
    'The platform takes only UKeys that a trusted hardware authority attests. Use such a UKey, or ask the platform.',
  PASSKEY_NEEDED: 'This account has passkeys: confirm with one, or log in with both a code and the password.',
  PASSKEY_NEEDED_TO_RESET:
    'This account has passkeys: a new password takes a confirmation with one. Go on with a device that has it.',
  PASSKEY_NOT_TAKEN:
    'The passkey was not accepted. Try again with a passkey of this account, or choose another way.',
  PASSKEY_TOO_MANY: 'An account has at most {max} {max|passkey|passkeys}. Remove one that is not used first.',
  UKEY_LOGIN_FAILED:
    'Login by certificate failed: the UKey is not bound to an account, or its certificate is no longer good. Log in another way and check the binding.',
  PICTURE_NOT_A_SEAL:
    'No seal could be separated from this picture. Change the picture: white paper, even light, one seal only.',
  PICTURE_TYPE_WRONG: 'Only png, jpg and jpeg pictures are accepted. Change the picture.',
  PICTURE_TOO_LARGE: 'The picture may not exceed {max} MB. Make it smaller and upload it again.',
  SIGNATURE_EMPTY: 'Please sign first.',
  SIGNATURE_NOT_INK:
    'A signature must be dark lines on a clear ground, and may not be filled in. Write it anew or choose another picture.',
  REALNAME_ID_TAKEN:
    'This ID number cannot be used to verify this account. If it is yours, hand in documents for a manual review or contact support.',
  REALNAME_UNDER_WAY: 'A verification is under way. Wait for its result, or withdraw it and start again.',
  REALNAME_OTHER_PERSON:
    'Verifying again works with the same ID only. If your ID has changed, ask for a manual review.',
  FACE_FAILED: 'Face verification failed. Please verify again.',
  FACE_ENDED: 'This face verification is no longer valid. Please start a new one.',
  AUTHENTICATION_FAILED: 'Authentication failed. Check what you entered and try again.',
  ALREADY_DECIDED: 'Another reviewer has just decided this application. Refresh to see the result.',
  TRANSFER_WRONG: 'The amount is wrong. Attempts left: {left}.',
  TRANSFER_ENDED: 'This transfer check has ended. Ask for another transfer or a manual review.',
  ENTERPRISE_NAME_TAKEN:
    'An enterprise of this name is verified or being verified. If it is yours, apply to join it or contact support.',
  ENTERPRISE_CODE_TAKEN:
    'This credit code or registration number belongs to another enterprise. Check it; if it is right, contact support.',
  CREDIT_CODE_NEEDS_REVIEW:
    'The check digit of the credit code does not match. Correct it, or ask for a manual review if it is right.',
  PICTURE_MISSING: 'Some pictures are missing. Add them and submit again.',
  COMPANY_DISABLED: 'This company has been disabled. Please contact the platform administrator.',
  DEPARTMENT_DISABLED: 'This department has been disabled. Please contact the platform administrator.',
  COMPANY_AWAITS: 'This company needs certification. Please wait.',
  DEPARTMENT_AWAITS: 'This department needs certification. Please wait.',
  PICTURE_DIMENSIONS: 'Each side of the picture must have {min} to {max} px. Choose another picture.',
  PICTURE_TELLS:
    'The picture still tells where, when or by which camera it was taken, and everybody who gets the contract could read that. Save it without that information and upload it again.',
  ENTERPRISE_NOT_FOUND: 'No enterprise has this name. Check its full name.',
  JOIN_PENDING: 'You already applied to join this enterprise and the application is waiting for review.',
  JOIN_ALREADY_MEMBER: 'Already a member of this enterprise; there is no need to join again.',
  APPLICATION_DECIDED: 'This application has been decided. Reload to see the result.',
  APPLICATION_WITHDRAWN: 'The applicant withdrew this application; there is nothing to decide.',
  APPLICANT_GONE:
    '{name} closed the account or is no longer real-name verified. The application cannot be approved; reject it.',
  ADMIN_MUST_TRANSFER:
    'You are the administrator of “{enterprise}”. Transfer the role to another member first.',
  ADMIN_APPLICATION_PENDING:
    'You already applied to become the administrator and the application is waiting.',
  ADMIN_ALREADY: 'You already are the administrator of this enterprise.',
  MEMBER_GONE: 'The applicant is no longer a member of the enterprise; reject the application.',
  MEMBER_NOT_VERIFIED:
    'This member is not real-name verified and cannot become the administrator. Choose another member.',
  ENTERPRISE_REVOKE_FAILED: 'The real name of “{name}” could not be revoked: it is not verified.',
  BUSINESS_TYPE_NOT_GIVEN:
    'You may not send contracts of this business type. Choose another or ask the enterprise administrator.',
  EMPLOYEE_MOBILE_TAKEN: 'An employee on the roster already has this mobile number. Please check it.',
  EMPLOYEE_NUMBER_TAKEN: 'An employee on the roster already has this ID number. Please check it.',
  EMPLOYEE_CHANGED: 'Somebody else changed this employee meanwhile. Reload and fill it in again.',
  EMPLOYEE_DECIDED: 'Whether this employee is employed was changed meanwhile. Reload to see it.',
  ONBOARDING_FIELD_GONE: 'This field has been removed. Reload to see what is there.',
  ONBOARDING_FIELD_CHANGED: 'Somebody else changed this field meanwhile. Reload and fill it in again.',
  ONBOARDING_NAME_TAKEN: 'There is already a field “{name}”. Choose another name.',
  ONBOARDING_FIELDS_FULL:
    'At most {max} onboarding {max|field|fields}. Remove those that are not used first.',
  NEWCOMER_CHANGED:
    'The file of this newcomer has changed. Reload the page; nothing that was filled in is lost.',
  NEWCOMER_LINK_OVER: 'The link has expired. Ask the HR department of the enterprise for a new one.',
  NEWCOMER_LINK_USED:
    'The link has been used by its owner. Log in with the account of that mobile number to go on.',
  NEWCOMER_CLOSED:
    'This onboarding is completed or ended and can no longer be filled in. Ask the HR department if in doubt.',
  NEWCOMER_LACKS: 'The onboarding cannot be completed until these are approved: {names}',
  NEWCOMER_VALUES: 'These cannot be written to the roster. Change them or send them back: {names}',
  NEWCOMER_NOTHING_TO_CORRECT: 'Nothing is to be corrected. Mark what is wrong with a reason first.',
  NEWCOMER_LINK_INVALID:
    'The link is not valid. Open the whole link from the message, or ask the HR department for a new one.',
  NEWCOMER_OTHER_NUMBER:
    'The link is for {mobile}. Log in with the account of that number, or ask HR to add you with yours.',
  NEWCOMER_OTHER_ID:
    'The ID number that HR entered is not the one of your verified identity. Ask HR to check it and add you again.',
  SALARY_WITHHELD:
    'You may not see or change salary and social insurance; everything else is open to you. Ask your administrator for the right.',
  PAPER_IS_PDF: 'A PDF cannot be a paper here. Take a photo or a screenshot and upload it as jpg or png.',
  SIGNER_DISABLED:
    '“{enterprise}” was disabled by the platform and cannot sign. Choose another signatory, or send once it is enabled again.',
  SIGNER_REVOKED:
    'The real name of “{enterprise}” was revoked, so it cannot sign. Choose another signatory, or send once it is verified again.',
  SIGNER_RECERTIFYING:
    '“{enterprise}” is being verified again and cannot sign meanwhile. Choose another signatory, or send once that is done.',
  ROLE_NOT_YOURS: 'You may not give or change these roles. Ask the enterprise administrator.',
  OLD_PASSWORD_WRONG: 'The current password is not right. Enter it again.',
  PASSWORD_UNCHANGED: 'The new password is the same as the current one. Choose another.',
  MOBILE_UNCHANGED: 'The new mobile number is the same as the current one. Enter another.',
  ACCOUNT_IS_ADMINISTRATOR:
    'You are the administrator of “{enterprise}”. Transfer the role before you close the account.',
  HAND_LINK_INVALID: 'The QR code is not valid or has expired. Start again.',
  HAND_LINK_USED: 'The signature was submitted already.',
  HAND_NOT_RECOGNISED: 'The signature was not recognized. Write it again.',
  SSO_LINK_INCOMPLETE: 'The single sign-on link lacks {name}. Enter again from the system you came from.',
  SSO_LINK_INVALID: 'The single sign-on link is not valid. Enter again from the system you came from.',
  SSO_LINK_EXPIRED: 'The single sign-on link has expired. Enter again from the system you came from.',
  SSO_LINK_USED: 'The single sign-on link was used already. Enter again from the system you came from.',
  SSO_PERSON_UNKNOWN: 'You are not a member of this enterprise here. Ask its administrator.',
  SSO_NO_RETURN_ADDRESS: 'There is no return address. Please try again.',
  SSO_REAL_NAME_FAILED: 'The real-name verification failed. Verify again.',
  SSO_IDENTITY_FIXED: 'A single sign-on session cannot act as anybody else. Log in directly to switch.',
  SSO_PATH_TAKEN: 'This customer path is taken. Choose another.',
  FIRM_UNKNOWN: 'This enterprise has no login of its own, or it is switched off. Check the short name.',
  OIDC_ISSUER:
    'This identity provider cannot be used. Check the issuer: https, reachable from the internet, and the same as in its discovery document.',
  OIDC_LOGIN_ENDED: 'This login is over. Log in again.',
  OIDC_REFUSED:
    'The enterprise’s identity provider did not complete the login. Try again, or ask your administrator.',
  OIDC_PERSON_UNKNOWN:
    'The account that the identity provider named is not a member of this enterprise. Ask your administrator to check the member’s e-mail address.',
  SSO_NOT_YOURSELF:
    'This cannot be done in a session of single sign-on. Log in to this system yourself and try again.',
  API_KEY_INVALID: 'The API key is not valid. Check it and try again.',
  API_KEY_ENDED: 'The API key has ended or was revoked. Ask your administrator for another.',
  API_KEY_ELSEWHERE:
    'This API key may not be used from this network address. Ask your administrator to change the allowed addresses.',
  API_KEY_SCOPE: 'This API key does not allow that. Ask your administrator.',
  API_KEY_HOLDER:
    'Whoever holds this API key can no longer act for the enterprise. An administrator has to take it over.',
  API_KEY_NOT_YOURS:
    'Only whoever holds this API key may change or replace it. Take it over first, or revoke it.',
  API_KEY_TOO_MANY:
    'The enterprise has {max} API keys, which is the most. Revoke one that is not used first.',
  API_KEY_NO_LONGER:
    'The API key “{name}” with which this was begun has ended, was revoked, or no longer allows it. Do it yourself here, or let a key that allows it try again.',
  API_VERSION_UNKNOWN:
    'There is no such version of the API. Ask for one of these in the header Signet-Version: {versions}.',
  EMBED_LINK_INVALID:
    'This embedded link is not valid. Go back to the system that you came from and open it again.',
  EMBED_LINK_USED:
    'This embedded link was already used. Go back to the system that you came from and open it again.',
  EMBED_LINK_ENDED:
    'This embedded link has ended. Go back to the system that you came from and open it again.',
  INVITATION_UNKNOWN:
    'This link is not valid. Open the complete link of the latest message, or log in and look among your contracts.',
  INVITATION_ENDED: 'The signing that this link leads to has ended, so it cannot be used to log in.',
  EMBED_ORIGIN:
    'The API key does not allow this site to embed pages. Ask your administrator to add its origin under API keys.',
  EMBED_NOT_HERE: 'An embedded page cannot do this. Log in to the system to do it.',
  EMBED_NOT_READY:
    'This signer cannot sign now: they must be registered, and it must be their turn. Check the signer and the state of the contract.',
  EMBED_NOT_MEMBER:
    'No member of the enterprise with this mobile number may do this. Check the number, or ask your administrator to give them the role.',
  PERSON_DIFFERS: 'Name or number is not that of the verified real name. Compare them with the papers.',
  EMBED_NOT_WEB:
    'Only web templates can be edited in an embedded page. Log in to the system to edit a Word template.',
  WEBHOOK_ADDRESS: 'Check the address: it is https, public, and has no user name or password.',
  CONTACTS_FULL: 'The address book is full. Remove contacts or groups that are not needed first.',
  WEBHOOK_TOO_MANY: 'The enterprise has {max} {max|webhook|webhooks}, which is the most. Change one of them.',
  DOCUMENT_EMPTY: 'The file is empty. Choose another file.',
  DOCUMENT_NOT_PDF: 'This is not a PDF file. Choose a PDF file.',
  DOCUMENT_BROKEN: 'The file is damaged and cannot be read. Export it again and upload it.',
  DOCUMENT_ENCRYPTED: 'The file is protected by a password. Remove the password and upload it again.',
  VIDEO_TYPE_WRONG:
    'Only MP4 and WebM videos can be played everywhere. Convert the file and upload it again.',
  DOCUMENT_TOO_LARGE: 'The file is too large. Compress or split it and upload it again.',
  DOCUMENT_TOO_COMPLEX: 'The file is too complex to process. Export it again and upload it.',
  DOCUMENT_NOT_OFD: 'This is not an OFD file. Choose an OFD file.',
  DOCUMENT_ENCRYPTED_AND_SIGNED:
    'The file is encrypted and already signed; removing the password would break its signatures. Ask the sender for an unencrypted file.',
  DOCUMENT_CERTIFIED_NO_CHANGES:
    'The author certified this file against any change, so it cannot be signed further.',
  DOCUMENT_CERTIFIED:
    'Its author certified this file, and a place to sign would break that. Ask for the file without the certification.',
  DOCUMENT_SIGNED_PLACES:
    'This file carries signatures already, so each place needs a signature of its own, at most {max} for each signer. Use fewer places, or a file that nobody has signed.',
  DOCUMENT_ACTIVE:
    'The file holds parts that run or carry something else ({found}). Remove them and upload it again.',
  DOCUMENT_ACTIVE_SIGNED:
    'The file holds parts that run or carry something else ({found}), and it is signed, so removing them would break the signature. Ask the sender for a file without them.',
  DOCUMENT_PAGES:
    'The list of pages in this file contradicts itself, so programs would show different pages. Print it to PDF again and upload the new file.',
  DOCUMENT_CANNOT_APPEND: 'No signature can be added to this file. Export it again and upload it.',
  SIGNATURE_FIELD_NOT_FOUND: 'The signature field was not found. Refresh and try again.',
  SIGNATURE_FIELD_SIGNED: 'This field is already signed. Refresh to see it.',
  SIGNATURE_FIELD_LOCKED: 'An earlier signature locked this field, so it cannot be changed.',
  SIGNATURE_ROOM_TOO_SMALL:
    'The room reserved for the signature is too small. Try again; if it persists, contact support.',
  GLYPH_MISSING: 'The font has no glyph for “{character}”. Choose another font or change the text.',
  DOCUMENT_UNSUPPORTED:
    'The file uses a feature that is not supported. Export it as a plain file and upload it again.',
  CERTIFICATE_BROKEN: 'The certificate is damaged and cannot be read. Use another one.',
  KEY_UNSUPPORTED: 'This kind of key is not supported. Use another certificate.',
  SIGNATURE_VALUE_INVALID: 'The signature came out wrong; the file was not changed. Please try again.',
  TIMESTAMP_FAILED: 'No time stamp could be obtained; the file was not changed. Try again later.',
  ASN1_BROKEN: 'The data is damaged and cannot be read. Use another file.',
  CMS_BROKEN: 'The signature data is damaged and cannot be read. Ask the sender for the original file.',
  CRL_BROKEN: 'The list of revoked certificates is damaged and cannot be read. Download it again.',
  OCSP_BROKEN: 'The answer about the certificate’s status is damaged and cannot be read. Try again later.',
  TIMESTAMP_BROKEN: 'The time stamp is damaged and cannot be read. Request it again.',
  CERTIFICATE_REQUEST_BROKEN: 'The certificate request is damaged and cannot be read. Make it again.',
  KEY_BROKEN: 'The key is damaged and cannot be read. Use another key.',
  ALGORITHM_UNSUPPORTED: 'This signature algorithm is not supported. Use another certificate or algorithm.',
  CERTIFICATE_TYPE_NOT_CONFIGURED:
    'No certificate is configured for this type of seal. Ask the platform administrator.',
  CERTIFICATE_UKEY_NO_BATCH:
    '“{name}” has its certificate on an enterprise UKey, which cannot be renewed in a batch. Insert the UKey and renew it by itself.',
  CERTIFICATE_NOT_DUE:
    'The certificate of “{name}” does not expire within a month, or is being renewed already.',
  APPLICANT_NOT_TAKEN:
    'The certificate authority takes no applicant’s data online. Hand them in as it asks you to.',
  CERTIFICATE_ORDER_CLOSED: 'This certificate order is over. Reload the list to see how it ended.',
  CLOUD_SEAL_FAILED: 'The cloud seal could not be authorized. Scan the new code.',
  PLAN_NOT_KEPT: 'What this contract was made of was not kept. Start a new one.',
  TASK_FROZEN:
    'The signing task is frozen or suspended. Its details say why; it can go on once that is put right.',
  SEAL_TEMPLATES_FULL:
    'At most {max} seal {max|template|templates} can be kept. Delete one that is not needed first.',
  BUSINESS_EDITION_NEEDED: 'This belongs to the business edition. Ask the platform’s administrator for it.',
  TEMPLATE_NAME_TAKEN: '“{name}” is there already. Choose another name.',
  TEMPLATE_PART_IN_USE: '{count} template(s) use “{name}”. Replace it there first, then try again.',
  TEMPLATE_PARTS_FULL: 'There is room for {max} only. Delete what is not used first.',
  TEMPLATE_ORGANIZATION_TYPE: '“{name}” cannot be selected, because its type is not that of your enterprise.',
  TEMPLATE_NOT_PUBLISHED:
    'No version of the template is published yet. Finish it in the editor and enable it.',
  TEMPLATE_STATE: 'The state of the template has changed. Reload and try again.',
  TEMPLATE_LACKS:
    'The template cannot be enabled yet: seals, signatories, fields or parameters are missing. Complete what is listed.',
  TEMPLATE_IN_USE:
    '{count} {count|contract still runs|contracts still run} on this template. Delete it when {count|it has|they have} ended; until then you can disable it.',
  TEMPLATE_PUBLISHED_MEANWHILE: 'Somebody else published version {number}. Reload, then enable again.',
  TEMPLATE_GROUP_EMPTY:
    'No template of the group “{name}” can be used: they are disabled, removed or no longer authorized to you. Enable one of them, or choose another group.',
  TEMPLATE_ASKS:
    'Templates of this business type need approval. Disable the template, change it, and enable it again.',
  TEMPLATE_DISABLED:
    'The template “{name}” is disabled, so no contract can be started from it. Choose another template.',
  TEMPLATE_FILE_DIFFERS:
    'The file “{name}” is not what the template makes of what was filled in. Make it again, then send.',
  TEMPLATE_PARAMETERS_BROKEN:
    'The parameter file cannot be read: it is not well-formed XML, or it declares a document type (DTD), which is not allowed.',
  TEMPLATE_PARAMETERS_OTHER:
    'This XML is not a parameter file of a template. Choose one that was exported from a template, or write it as documented.',
  PAYMENT_NOTICE_REFUSED: 'The payment notification did not pass its checks and was not taken.',
  PAYMENT_REFUSED: 'The payment provider refused. Place the order again; contact support if it fails again.',
  PAYMENT_ALREADY_PAID: 'This has been paid already. Refresh to see the result.',
  PAYMENT_NOT_OFFERED: 'This way of paying is not offered. Choose another one.',
  PAYMENT_UNAVAILABLE:
    'The payment provider does not answer right now. Please try again later; nothing that was paid is lost.',
  PACKAGE_CHANGED:
    'The package or its price has just changed. Nothing was ordered or charged. Look at the new price and order again.',
  ORDERS_OPEN: '{n} {n|order waits|orders wait} for payment. Pay or take back some first.',
  ORDER_CHANGED: 'The order has changed meanwhile and this step was not done. Refresh to see how it stands.',
  ORDER_PAY_TIME_OVER:
    'The time to pay is over and the order will close by itself. Money that was paid is credited or refunded. Place the order again.',
  REFUND_NOTHING: 'There is nothing to refund: it was all used, has expired, or was refunded already.',
  REFUND_CHANGED:
    'The amount to refund has just changed and nothing was requested. Request it again with the new amount.',
  REFUND_GOODS_OUT: 'The goods have not come back yet. Confirm their return first, then approve the refund.',
  INVOICE_NOTHING: 'There is nothing to invoice: the order is unpaid, being refunded, or refunded.',
  INVOICE_NOT_YET: 'The invoice is being worked on. Try again in a moment.',
  DEPARTMENT_NOT_FOUND: 'The department was not found; it may have been closed. Reload and choose again.',
  DEPARTMENT_NAME_TAKEN: 'There is already a “{name}” at this level. Choose another name.',
  DEPARTMENT_NOT_EMPTY:
    '“{name}” still has {children} {children|department|departments} and {people} {people|person|people}. Move them first, then close it.',
  DEPARTMENT_CIRCLE: 'A department cannot stand below itself.',
  DEPARTMENT_TOO_DEEP: 'Departments go at most {max} {max|level|levels} deep. Choose another one above it.',
  DEPARTMENTS_FULL: 'At most {max} {max|department|departments}. Close those that are not used first.',
  DOCX_EXPECTED: 'This is not a Word document (docx). Choose a docx file saved by Word or WPS.',
  DOCX_OLD_FORMAT: 'This is an old Word document (doc). Save it as docx in Word or WPS and upload it again.',
  DOCX_MACROS: 'The document contains macros. Save it as a docx without macros and upload it again.',
  DOCX_OBJECTS:
    'The document embeds objects of other programs (such as spreadsheets or controls). Convert them to tables or pictures and upload it again.',
  DOCX_CHUNKS: 'The document takes in content of other files. Open it in Word, save it again and upload it.',
  DOCX_REVISIONS:
    'The document has open tracked changes. Accept or reject all of them in Word and upload it again.',
  DOCX_TOO_MANY_PAGES:
    'The document has too many pages; at most {max} {max|is|are} allowed. Split it and upload it again.',
  DOCX_PLACE_TAKEN: 'There is a field or a place to sign here already. Choose other words.',
  DOCX_PLACE_MISSING:
    'The document has no such place; the file may have been replaced. Refresh and try again.',
  ATTACHMENT_TYPE_WRONG: 'Attachments are PDF, OFD, PNG or JPG files. Convert the file and choose it again.',
  FREE_FLOW_UNREGISTERED:
    '{name} is not registered and cannot place a seal. Set the positions yourself, or send it once they are registered.',
  FREE_FLOW_PLACES: 'The sender set the positions of this task. Reload the page and sign at those positions.',
  PLACES_FREE: 'Each party of this task places its own seals; there are no positions to add.',
  SHEET_EXPECTED:
    'This is not an Excel sheet (xlsx). Choose an xlsx file saved by Excel, WPS or LibreOffice.',
  SHEET_OLD_FORMAT: 'This is an old Excel sheet (xls). Save it as xlsx and choose it again.',
  SHEET_TOO_LARGE:
    'The sheet is too large. Delete empty rows, pictures and other sheets, or split it into several files.',
  SHEET_EMPTY: 'There is nothing in the sheet. Fill it in and choose it again.',
  SHEET_NO_PEOPLE: 'Add personal users',
  SHEET_SEVERAL:
    'More than one sheet of the file is filled in ("{one}" and "{other}"). Keep one only and choose the file again.',
  SHEET_MERGED:
    'The sheet has merged cells ({cells}). Unmerge them, fill in one entry a row, and choose the file again.',
  SHEET_TOO_MANY_ROWS: 'At most {max} {max|row|rows} can be imported at once. Split them into several files.',
  SHEET_TOO_MANY_COLUMNS:
    'The sheet has more than {max} {max|column|columns}. Fill in the sheet that this page offers.',
  SHEET_BROKEN:
    'The sheet is damaged and cannot be read. Open it in Excel, WPS or LibreOffice, save it and choose it again.',
  SHEET_OTHER_COLUMNS:
    'The sheet is not the one of this page: it lacks {titles}. Fill in the sheet that this page offers.',
  SHEET_UNKNOWN_COLUMN:
    'The sheet is not the one of this page: it has a column "{title}". Fill in the sheet that this page offers, or delete the column.',
  WORD_NOT_AVAILABLE:
    'Word documents cannot be converted here. Ask the administrator to install LibreOffice or to set WORD_URL.',
  WORD_FAILED:
    'The Word document could not be turned into pages. Try again later; if it fails again, save it anew in Word and upload it.',
  WORD_UNDER_WAY:
    'The Word document is still being laid out in the background. Open it again in a while; its pages are then shown at once.',
  APPROVAL_FLOW_NOT_FOUND: 'This approval flow is not there, or switched off. Choose another one.',
  APPROVAL_OWN: 'You cannot approve what you submitted yourself. Another approver has to.',
  APPROVAL_FLOW_NAME_TAKEN: 'Another approval flow has this name. Choose a different one.',
  APPROVAL_FLOWS_FULL: 'At most {max} approval {max|flow|flows}. Remove those that are not used first.',
  APPROVAL_NO_APPROVER:
    'Nobody can approve at “{node}”, so it was not submitted. Ask an administrator to change the flow or its people.',
  APPROVAL_CLOSED: 'This approval has ended. Reload to see how.',
  APPROVAL_NOT_YOUR_TURN:
    'It is not yours to approve now: somebody else did, your turn is still to come, or it was handed on. Reload to see.',
  APPROVAL_ALREADY_APPROVER: 'They already approve in this step. Choose somebody else.',
  APPROVAL_CHANGED: 'This is not what you were shown. Reload, look again and then decide.',
  APPROVAL_NOT_A_COLLEAGUE: 'This person is no longer in the enterprise. Choose somebody else.',
  APPROVAL_RUNNING: 'The approval still runs. Withdraw it first.',
  SUBSTITUTE_CIRCLE: 'You already decide in their place, directly or through others. Choose somebody else.',
  TASK_REVIEWING:
    'The sender’s enterprise is still reviewing this task. It can be signed once that is passed.',
  SEAL_NEEDS_APPROVAL:
    'The seal “{name}” may only be used with an approval. Nothing was signed. Ask for its use on the signing page of the contract.',
  SEAL_USE_DIFFERS:
    'This is not the use of the seal “{name}” that was approved: a seal, a place or a file differs. Sign as approved, or ask again.',
  SEAL_USE_RUNNING: 'A use of seals was already asked for here. Wait for its answer, or withdraw it first.',
  SEAL_USE_NOT_NEEDED: 'These seals need no approval. You can sign at once.',
  SEAL_USE_OTHER_SEAL:
    '“{name}” is your own seal, which nobody else can stamp. Choose a seal of the enterprise, or let a holder sign.',
  SEAL_USE_CLOSED: 'This use of seals was dealt with, or has lapsed. Reload to see how it stands.',
  APPROVAL_LINK_USED:
    'This link was opened before, or another one took its place. Look under Approvals, or ask the sender for a new link.',
  APPROVAL_END_TIME:
    'The approval must end later than now and within {days} {days|day|days}. Enter another time.',
  APPROVAL_COMMENT_OFF_PAGE:
    'This place is not on a page of the file, so the comment was not added. Choose a place on the page.',
  APPROVAL_COMMENTS_FULL:
    'There are {max} {max|comment|comments} already. Deal with those first, or write it in the words of your decision.',
  APPROVAL_BUSINESS_TAKEN:
    'Another API key or person asked approval under this number, which you can neither read, change nor take back. Use another number, or let them take their request back first.',
  APPROVAL_BUSINESS_APPROVED:
    'What was asked under this number is approved and cannot be changed. Ask under a new number, or make the approval void first.',
  AUTO_SIGN_NOT_OPEN:
    'Automatic signing with “{name}” does not cover this task: it is not open, has ended, or is for other business types or senders. Sign by hand, or ask an administrator to open it.',
  AUTO_SIGN_LIMIT:
    '“{name}” has signed {max} {max|contract|contracts} automatically today, which is its limit. Sign by hand, or send it tomorrow.',
  AUTO_SIGN_NOT_OWN:
    'Only the own enterprise can sign automatically, with the sender as its operator. Change the signer.',
  AUTO_SIGN_AGREEMENT: 'The agreement has changed. Open it anew and read it before you agree.',
  AUTO_SIGN_ALREADY: '“{name}” already signs automatically. End that first.',
} satisfies Record<ErrorName, string>;

/** Short messages and notices. `{name}` stands for a parameter. */
export default {
  CODE_EMBED:
    '[Signet] You are opening the signing page of a contract on another site. Your code is {code}. It is valid for {minutes} {minutes|minute|minutes}. Tell it to nobody.',
  CODE_INVITATION:
    '[Signet] Your code to open the contract by its link is {code}. It is valid for {minutes} {minutes|minute|minutes}. Tell it to nobody.',
  CODE_SIGNING_LINK:
    '[Signet] Your code to prove your number at a signing link is {code}. It is valid for {minutes} {minutes|minute|minutes}. Tell it to nobody.',
  CODE_LOGIN:
    '[Signet] Your login code is {code}. It is valid for {minutes} {minutes|minute|minutes}. Tell it to nobody.',
  CODE_SIGN:
    '[Signet] Your signing code is {code}. It is valid for {minutes} {minutes|minute|minutes}, for this signing only. Tell it to nobody.',
  CODE_SIGN_PROOF:
    '[Signet] The code to prove this address before you sign a contract is {code}. It is valid for {minutes} {minutes|minute|minutes}, for this signing only. Tell it to nobody.',
  CODE_REGISTER:
    '[Signet] Your registration code is {code}. It is valid for {minutes} {minutes|minute|minutes}. Tell it to nobody.',
  CODE_FORGOT_PASSWORD:
    '[Signet] Your code for a new password is {code}. It is valid for {minutes} {minutes|minute|minutes}. If you did not ask for it, ignore this.',
  CODE_UPDATE_MOBILE:
    '[Signet] Your code for this new mobile number is {code}. It is valid for {minutes} {minutes|minute|minutes}. Tell it to nobody.',
  CODE_PLATFORM_MOBILE:
    '[Signet] The platform is binding this number to your account. The code is {code}, valid for {minutes} {minutes|minute|minutes}. Tell it to the platform only if you asked for this.',
  CODE_CHECK_MOBILE:
    '[Signet] Your code to confirm that it is you is {code}. It is valid for {minutes} {minutes|minute|minutes}. Tell it to nobody.',
  CODE_CANCEL_USER:
    '[Signet] Your code to close the account is {code}. It is valid for {minutes} {minutes|minute|minutes}. If it was not you, change your password now.',
  CODE_SIGN_PASSWORD:
    '[Signet] Your code for setting the signing password is {code}. It is valid for {minutes} {minutes|minute|minutes}. Tell it to nobody.',
  CODE_MAKE_API_KEY:
    '[Signet] Your code for making an API key is {code}. It is valid for {minutes} {minutes|minute|minutes}. Whatever has the key acts for your enterprise. Tell the code to nobody.',
  CODE_FIRM_LOGIN:
    '[Signet] Your code for setting up the login of your enterprise is {code}. It is valid for {minutes} {minutes|minute|minutes}. The identity provider will sign members in. Tell the code to nobody.',
  CODE_SSO_CUSTOMER:
    '[Signet] Your code for setting up single sign-on is {code}. It is valid for {minutes} {minutes|minute|minutes}. The customer’s system will sign members in. Tell the code to nobody.',
  CODE_WEBHOOK:
    '[Signet] Your code for setting a webhook is {code}. It is valid for {minutes} {minutes|minute|minutes}. Whoever has its secret or address learns of your enterprise’s tasks. Tell the code to nobody.',
  CODE_APPOINT:
    '[Signet] Your code for appointing an administrator is {code}. It is valid for {minutes} {minutes|minute|minutes}. An administrator acts for your whole enterprise. Tell the code to nobody.',
  CODE_PASSKEY:
    '[Signet] Your code for managing passkeys is {code}. It is valid for {minutes} {minutes|minute|minutes}. Passkeys confirm logins and signatures. Tell the code to nobody.',
  CODE_BIND_KEY:
    '[Signet] Your code for binding a UKey is {code}. It is valid for {minutes} {minutes|minute|minutes}. The UKey will sign and log in as you. Tell the code to nobody.',
  MOBILE_UNKNOWN:
    '[Signet] Somebody tried to log in or reset a password with this mobile number, which has no account. If it was you, register first; otherwise ignore this.',
  MOBILE_TAKEN:
    '[Signet] This mobile number has an account already and cannot be registered again. Please log in. If it was not you, ignore this.',
  MAIL_SUBJECT_APPROVAL: 'An approval waits for you',
  MAIL_SUBJECT_CODE: 'Your Signet code',
  MAIL_CODE_FORGOT_PASSWORD:
    'Your code for a new password is {code}. It is valid for {minutes} {minutes|minute|minutes}. If you did not ask for it, ignore this mail.',
  MAIL_CODE_UPDATE_MAIL:
    'Your code for this e-mail address is {code}. It is valid for {minutes} {minutes|minute|minutes}. Tell it to nobody.',
  MAIL_CODE_CHECK_MAIL:
    'Your code to confirm that it is you is {code}. It is valid for {minutes} {minutes|minute|minutes}. Tell it to nobody.',
  MAIL_UNKNOWN:
    'Somebody tried to reset a password with this e-mail address, which belongs to no account. If it was you, use your mobile number; otherwise ignore this mail.',
  MAIL_TAKEN: 'This e-mail address belongs to another account already. If it was not you, ignore this mail.',
  TASK_TO_SIGN: '[Signet] {initiator} asks you to sign “{task}”.',
  TASK_PLACES_ADDED:
    '[Signet] {operator} added places to sign in “{task}”. Look at the files again before you sign.',
  TASK_EXTENDED: '[Signet] {operator} moved the deadline of “{task}” to {until}.',
  TASK_DUE_SOON: '[Signet] “{task}” must be signed by {until}.',
  TASK_VOIDED: '[Signet] All parties have agreed: “{task}” is void.',
  TASK_VOID_FAILED: '[Signet] The agreement to void “{task}” was not signed. The contract stands.',
  TASK_REMINDED: '[Signet] “{task}” from {initiator} still awaits your signature, by {until}.',
  TASK_URGED: '[Signet] {initiator} reminds you to sign “{task}”.',
  TASK_COMPLETED: '[Signet] “{task}” is signed by everybody.',
  TASK_REJECTED: '[Signet] {operator} refused to sign “{task}”: {reason}',
  TASK_REVOKED: '[Signet] {operator} withdrew “{task}”: {reason}',
  TASK_EXPIRED: '[Signet] The signing deadline of “{task}” has passed.',
  TASK_COPY: '[Signet] {initiator} sent you a copy of “{task}”.',
  SIGNING_LINK_WAITS: '[Signet] Somebody filled in the signing link “{task}” and waits for your decision.',
  SIGNING_LINK_DECLINED:
    '[Signet] {initiator} did not accept what you sent by the link “{task}”: there will be no contract. Contact them if you have questions.',
  BATCH_DONE: '[Signet] Batch “{task}” is done: {sent} sent, {failed} failed.',
  RESTORED:
    '[Signet] The service was restored from a backup of {until} (China time). What was done later may be lost: check your contracts and repeat it where needed.',
  REALNAME_PASSED: '[Signet] Your real name has been verified.',
  REALNAME_REJECTED: '[Signet] Your real name was not verified. Reason: {reason}',
  ENTERPRISE_PASSED: '[Signet] “{enterprise}” has been verified.',
  ENTERPRISE_REJECTED: '[Signet] “{enterprise}” was not verified. Reason: {reason}',
  ENTERPRISE_SWITCHED_OFF: '[Signet] “{enterprise}” was disabled by the platform. Reason: {reason}',
  ENTERPRISE_SWITCHED_ON: '[Signet] “{enterprise}” is enabled again.',
  RECERTIFICATION_ASKED:
    '[Signet] The platform asks that “{enterprise}” be verified again; until then nobody can act for it. Reason: {reason}',
  BUSINESS_EDITION_BEGUN:
    '[Signet] “{enterprise}” now has the business edition, with template roles and fields.',
  BUSINESS_EDITION_ENDED:
    '[Signet] “{enterprise}” has the standard edition again; its template roles and fields are kept. Reason: {reason}',
  SIMULATED_TRANSFER:
    '[Simulated bank] {name}, account ending in {tail}: CNY {amount} received, enterprise verification.',
  JOIN_APPLIED: '[Signet] {name} asks to join “{enterprise}”. Please review.',
  JOIN_PASSED: '[Signet] You are now a member of “{enterprise}” and can switch to it.',
  JOIN_REJECTED: '[Signet] Your application to join “{enterprise}” was rejected. Reason: {reason}',
  MEMBER_LEFT:
    '[Signet] {name} has left, but is still a member of “{enterprise}”. Remove them under “People” to take back their roles and seals.',
  MEMBER_REMOVED:
    '[Signet] You were removed from “{enterprise}”; your roles and seal authorizations there have ended.',
  ADMIN_APPLIED: '[Signet] {name} asks to become the administrator of “{enterprise}”. Please decide.',
  ADMIN_APPROVED: '[Signet] You are now the administrator of “{enterprise}”.',
  ADMIN_REJECTED:
    '[Signet] Your application to become the administrator of “{enterprise}” was rejected. Reason: {reason}',
  ADMIN_RECEIVED: '[Signet] {name} transferred the administrator’s role of “{enterprise}” to you.',
  ENTERPRISE_REVOKED:
    '[Signet] {name} revoked the real name of “{enterprise}”. Nobody can switch to it until it is verified again.',
  AUTO_SIGN_FAILED: '[Signet] “{task}” was not signed automatically. Log in to see why, and sign by hand.',
  TASK_HANDED_OVER: '[Signet] In “{task}”, {to} now signs instead of {from}.',
  TASK_CORRECTED: '[Signet] {operator} corrected a signer of “{task}”: {from} → {to}.',
  TASK_COPY_CORRECTED: '[Signet] {operator} corrected a recipient of a copy of “{task}”: {from} → {to}.',
  TASK_COPY_ENDED: '[Signet] {initiator} corrected who gets a copy of “{task}”. You get none any more.',
  TASK_NOT_YOURS: '[Signet] {initiator} corrected a signer of “{task}”. You no longer need to sign it.',
  TASK_WAITS_FOR_ENTERPRISE:
    '[Signet] {initiator} asks “{enterprise}” to sign “{task}”. The enterprise is not verified yet. Have it verified first, then sign.',
  TASK_NAME_DIFFERS:
    '[Signet] In “{task}”, the number of {name} belongs to an account of another name, which cannot see the task. Check name and number with them; if one is wrong, withdraw the task and send it again.',
  NUMBER_OF_OTHER_NAME:
    '[Signet] {initiator} sent a contract to your number under another name than your verified one, so it is not in your account. If it is for you, ask them to correct the name and send it again.',
  TASK_NOT_DELIVERED:
    '[Signet] A message to {name} about “{task}” did not arrive. See why on the page of the contract, then correct the signer or send it again.',
  TASK_OPERATOR_LEFT:
    '[Signet] {from}, who had to sign “{task}”, no longer can. Withdraw the task and send a new one if it is still needed.',
  KEY_BOUND:
    '[Signet] The UKey “{label}” ({serial}) was bound to your account and can sign and log in as you. If it was not you, unbind it in the account centre and change your password now.',
  MOBILE_REBOUND:
    '[Signet] After a review of your papers your account has the mobile number that ends with {tail}, and all sessions have ended. If you did not ask for this, call the platform now.',
  PASSKEY_ADDED:
    '[Signet] The passkey “{name}” was added to your account and confirms logins and signatures. If it was not you, remove it in the account centre and change your password now.',
  API_KEY_MADE:
    '[Signet] {name} created the API key “{key}” of “{enterprise}”, with which a program acts in their name. If in doubt, revoke it now.',
  API_KEY_CHANGED:
    '[Signet] {name} changed the permissions of the API key “{key}” of “{enterprise}”. If in doubt, revoke it now.',
  API_KEY_ROTATED:
    '[Signet] {name} replaced the API key “{key}” of “{enterprise}” by a new one. If in doubt, revoke it now.',
  API_KEY_TAKEN_OVER:
    '[Signet] {name} took over the API key “{key}” of “{enterprise}” from {former}. It now acts in the name of {name}.',
  SSO_CUSTOMER_OFF:
    '[Signet] The platform switched off the system “{customer}” for single sign-on to “{enterprise}”, and all its sessions have ended. What was done in them still holds: check members’ rights, seal authorizations, approval flows, templates and contracts, and correct at once what you doubt.',
  WEBHOOK_SET:
    '[Signet] {name} set the webhook {address} of “{enterprise}” or its secret. It is told of the enterprise’s tasks. If in doubt, switch it off now.',
  ADMIN_REPLACED:
    '[Signet] {member} is the administrator of “{enterprise}” now, as {name} decided. If in doubt, call the platform now.',
  BUSINESS_ADMIN_APPOINTED:
    '[Signet] {name} made {member} a business administrator of “{enterprise}”. If in doubt, check the members now.',
  SEAL_KEY_BOUND:
    '[Signet] {name} let the UKey {serial} use the seal “{seal}” of “{enterprise}”. If in doubt, remove it in the details of the seal now.',
  COPIES_LOW: '[Signet] “{enterprise}” has only {n} {n|copy|copies} left. Buy more before sending stops.',
  CERTIFICATE_EXPIRING: '[Signet] The certificate of the seal “{seal}” expires on {day}. Please renew it.',
  TEMPLATE_MENTIONED: '[Signet] {name} mentioned you in a comment on the template “{template}”.',
  NEWCOMER_INVITED:
    '[Signet] “{enterprise}” asks you to fill in your onboarding form by {until}: {link} The link is for you alone; do not pass it on.',
  NEWCOMER_REMINDED: '[Signet] “{enterprise}” reminds you of your onboarding form: {link}',
  NEWCOMER_RETURNED:
    '[Signet] “{enterprise}” has sent your onboarding form back. Correct it and hand it in again: {link}',
  NEWCOMER_COMPLETED: '[Signet] “{enterprise}” has completed your onboarding. You can ask to join it: {link}',
  NEWCOMER_CANCELLED:
    '[Signet] “{enterprise}” has ended your onboarding. The draft that you filled in was deleted.',
  NEWCOMER_HANDED_IN: '[Signet] {name} has handed in the onboarding form. Please review it.',
  TASK_FROZEN:
    '[Signet] “{task}” is suspended because a party cannot stamp it. Its details say why; it can go on once that is put right.',
  TASK_THAWED: '[Signet] “{task}” is released and can be signed again.',
  TASK_HELD:
    '[Signet] “{task}” is frozen because the platform has disabled an enterprise of it. It goes on once that is enabled again.',
  TASK_HELD_REVOKED:
    '[Signet] “{task}” is frozen because the real name of an enterprise of it was revoked. It goes on once that is verified again.',
  TASK_HELD_RECERTIFYING:
    '[Signet] “{task}” is frozen because an enterprise of it has to be verified again. It goes on once that is done.',
  ORDER_PAID: '[Signet] Order {order} ({name}) is paid.',
  ORDER_REFUNDED:
    '[Signet] The refund of order {order} ({name}) is done. The money goes back the way it came.',
  REFUND_REJECTED: '[Signet] The refund of order {order} was rejected: {reason}.',
  INVOICE_ISSUED: '[Signet] Invoice {number} for order {order} is issued. Download it from the order.',
  INVOICE_MAIL:
    'Invoice {number} for order {order} ({title}, CNY {amount}) is issued. Sign in to Signet and download the PDF and OFD files from order {order}: {link}',
  INVOICE_MAIL_SUBJECT: 'Invoice {number} is issued',
  APPROVAL_ASKED: '[Signet] {applicant} asks you to approve “{task}”.',
  APPROVAL_LINK: '[Signet] {applicant} asks you to approve “{task}”. Sign in to see it: {link}',
  APPROVAL_LINK_URGED: '[Signet] {applicant} reminds you to approve “{task}”. Sign in to see it: {link}',
  APPROVAL_LINK_LATE: '[Signet] The approval of “{task}” is overdue. Sign in and decide: {link}',
  APPROVAL_COMMENTED: '[Signet] {operator} commented on “{task}”: {words}',
  APPROVAL_COPIED: '[Signet] “{task}” of {applicant} is being approved; this is your copy.',
  APPROVAL_LATE: '[Signet] The time to approve “{task}” is over. Please decide soon.',
  APPROVAL_STUCK: '[Signet] Nobody can approve “{task}” at its present step. Please ask an administrator.',
  APPROVAL_PASSED: '[Signet] “{task}” was approved and sent.',
  APPROVAL_REJECTED:
    '[Signet] {operator} rejected “{task}”: {words}. Its draft is open again, to be changed and submitted anew.',
  APPROVAL_RETURNED:
    '[Signet] {operator} returned “{task}”: {words}. Its draft is open again, to be changed and submitted anew.',
  APPROVAL_EXPIRED: '[Signet] Nobody approved “{task}” in time. Its draft is open again.',
  APPROVAL_VOIDED:
    '[Signet] “{task}” is no longer what was submitted, so its approval does not hold. Its draft is open again.',
  APPROVAL_URGED: '[Signet] {applicant} reminds you to approve “{task}”.',
  EXTERNAL_ASKED: '[Signet] {applicant} asks you to approve the business “{task}”.',
  SEAL_USE_ASKED: '[Signet] {applicant} asks you to approve a use of seals on “{task}”.',
  SEAL_USE_PASSED: '[Signet] The use of seals on “{task}” was approved.',
  SEAL_USE_REJECTED: '[Signet] {operator} refused the use of seals on “{task}”: {words}. You can ask again.',
  SEAL_USE_EXPIRED:
    '[Signet] The use of seals on “{task}” has lapsed: the contract ended, somebody else signs, or nobody decided in time.',
  SEAL_USE_VOIDED: '[Signet] “{task}” is not what the use of seals was asked for. Please ask again.',
  TEMPLATE_REVIEW_ASKED: '[Signet] {applicant} asks you to approve that the template “{task}” is enabled.',
  TEMPLATE_REVIEW_PASSED: '[Signet] The template “{task}” was approved and is enabled.',
  TEMPLATE_REVIEW_REJECTED:
    '[Signet] {operator} rejected the template “{task}”: {words}. Change it and submit it again.',
  TEMPLATE_REVIEW_RETURNED:
    '[Signet] {operator} returned the template “{task}”: {words}. Change it and submit it again.',
  TEMPLATE_REVIEW_EXPIRED: '[Signet] Nobody approved the template “{task}” in time. Submit it again.',
  TEMPLATE_REVIEW_VOIDED:
    '[Signet] The template “{task}” is no longer what was submitted, so its approval does not hold. Submit it again.',
  SEAL_USE_TO_STAMP:
    '[Signet] The use of seals that {applicant} asked for on “{task}” was approved. Please stamp it.',
  FINISHED_FILE_NOT_VALID:
    '[Signet] The contract {task} is signed, but its file is not valid and is not said to last. The audit log of the platform says why; please see to it.',
} as const;

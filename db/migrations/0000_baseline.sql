CREATE TABLE `certificate` (
	`id` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`owner_key` text NOT NULL,
	`key_id` text,
	`serial` text NOT NULL,
	`subject` text NOT NULL,
	`der` text NOT NULL,
	`issuer_id` text,
	`not_before` integer NOT NULL,
	`not_after` integer NOT NULL,
	`revoked_at` integer,
	`revocation_reason` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL
, `reminded_at` integer, `attested_by` text DEFAULT '' NOT NULL);
--> statement-breakpoint
CREATE TABLE `signing_key` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`wrapped` text NOT NULL,
	`kek_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `enterprise` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_en` text DEFAULT '' NOT NULL,
	`credit_code` text DEFAULT '' NOT NULL,
	`owner_type` text DEFAULT 'OUTSIDE' NOT NULL,
	`node_type` text DEFAULT 'ENTERPRISE-ENTERPRISE' NOT NULL,
	`parent_id` text,
	`auth_status` text DEFAULT 'UNAUTH' NOT NULL,
	`business_status` text DEFAULT 'PENDING_REVIEW' NOT NULL,
	`is_biz` integer DEFAULT false NOT NULL,
	`administrator_id` text,
	`created_at` integer NOT NULL
, `company_number` text DEFAULT '' NOT NULL, `business_number` text DEFAULT '' NOT NULL);
--> statement-breakpoint
CREATE TABLE `member` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`account_id` text NOT NULL,
	`roles` text NOT NULL,
	`business_types` text,
	`joined_at` integer NOT NULL,
	`left_at` integer
, `department_id` text DEFAULT '' NOT NULL);
--> statement-breakpoint
CREATE TABLE `guard` (
	`id` text PRIMARY KEY NOT NULL,
	`held` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `once_answer` (
	`key` text PRIMARY KEY NOT NULL,
	`input_hash` text NOT NULL,
	`answer` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`topic` text NOT NULL,
	`key` text NOT NULL,
	`payload` text NOT NULL,
	`due_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_error` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `setting` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `table_columns` (
	`key` text PRIMARY KEY NOT NULL,
	`columns` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `account` (
	`id` text PRIMARY KEY NOT NULL,
	`login_name` text NOT NULL,
	`mobile_index` text NOT NULL,
	`mobile_sealed` text NOT NULL,
	`email_index` text,
	`email_sealed` text,
	`real_name` text DEFAULT '' NOT NULL,
	`id_type` text DEFAULT '' NOT NULL,
	`id_number_index` text,
	`id_number_sealed` text,
	`owner_type` text DEFAULT 'OUTSIDE' NOT NULL,
	`personal_auth_status` text DEFAULT 'UNAUTH' NOT NULL,
	`password_hash` text DEFAULT '' NOT NULL,
	`default_password` integer DEFAULT false NOT NULL,
	`sign_password_hash` text DEFAULT '' NOT NULL,
	`photo_key` text DEFAULT '' NOT NULL,
	`platform_admin` integer DEFAULT false NOT NULL,
	`status` text DEFAULT 'ENABLE' NOT NULL,
	`created_at` integer NOT NULL
, `login_sealed` text DEFAULT '' NOT NULL, `login_index` text, `name_sealed` text DEFAULT '' NOT NULL, `language` text DEFAULT '' NOT NULL);
--> statement-breakpoint
CREATE TABLE `auth_code` (
	`id` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`target` text NOT NULL,
	`code_hash` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`used_at` integer,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL
, `asked_by` text DEFAULT '' NOT NULL, `strange_tries` integer DEFAULT 0 NOT NULL);
--> statement-breakpoint
CREATE TABLE `rate_count` (
	`name` text NOT NULL,
	`window_start` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`name`, `window_start`)
);
--> statement-breakpoint
CREATE TABLE `session` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`ent_id` text DEFAULT '' NOT NULL,
	`refresh_hash` text NOT NULL,
	`previous_hash` text DEFAULT '' NOT NULL,
	`rotated_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	`device` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL
, `device_id` text DEFAULT '' NOT NULL, `network` text DEFAULT '' NOT NULL, `key_id` text DEFAULT '' NOT NULL);
--> statement-breakpoint
CREATE TABLE `used_nonce` (
	`nonce` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
, `request_key` text DEFAULT '' NOT NULL);
--> statement-breakpoint
CREATE TABLE `notice` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`owner_key` text NOT NULL,
	`category` text NOT NULL,
	`kind` text NOT NULL,
	`params` text NOT NULL,
	`task_id` text DEFAULT '' NOT NULL,
	`read_at` integer,
	`created_at` integer NOT NULL
, `template_id` text DEFAULT '' NOT NULL);
--> statement-breakpoint
CREATE TABLE `simulated_message` (
	`id` text PRIMARY KEY NOT NULL,
	`channel` text NOT NULL,
	`target` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `seal` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_key` text NOT NULL,
	`name` text NOT NULL,
	`category` text NOT NULL,
	`shape` text DEFAULT 'CIRCLE' NOT NULL,
	`width_mm` real NOT NULL,
	`height_mm` real NOT NULL,
	`drawing` text NOT NULL,
	`method` text DEFAULT 'AUTO' NOT NULL,
	`certificate_id` text,
	`certificate_status` text DEFAULT 'NOT_APPLIED' NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`deleted_at` integer,
	`creator_id` text NOT NULL,
	`created_at` integer NOT NULL
, `picture` text, `certificate_update` text DEFAULT 'NONE' NOT NULL, `version` integer DEFAULT 1 NOT NULL, `needs_approval` integer DEFAULT false NOT NULL);
--> statement-breakpoint
CREATE TABLE `consent` (
	`id` text PRIMARY KEY NOT NULL,
	`task_id` text NOT NULL,
	`signer_id` text NOT NULL,
	`account_id` text NOT NULL,
	`method` text NOT NULL,
	`digests` text NOT NULL,
	`created_at` integer NOT NULL
, `seen` text DEFAULT '[]' NOT NULL);
--> statement-breakpoint
CREATE TABLE `copy_party` (
	`id` text PRIMARY KEY NOT NULL,
	`task_id` text NOT NULL,
	`owner_key` text NOT NULL,
	`ent_name` text DEFAULT '' NOT NULL,
	`user_name` text NOT NULL,
	`mobile_index` text NOT NULL,
	`mobile_sealed` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `document` (
	`id` text PRIMARY KEY NOT NULL,
	`task_id` text NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`pages` text NOT NULL,
	`revision` integer NOT NULL
, `code` text, `template_version_id` text, `values_sealed` text DEFAULT '' NOT NULL);
--> statement-breakpoint
CREATE TABLE `document_revision` (
	`document_id` text NOT NULL,
	`revision` integer NOT NULL,
	`segments` text NOT NULL,
	`length` integer NOT NULL,
	`sha256` text NOT NULL,
	`signer_id` text,
	`certificate_id` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`document_id`, `revision`)
);
--> statement-breakpoint
CREATE TABLE `draft` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_key` text NOT NULL,
	`task_name` text DEFAULT '' NOT NULL,
	`file_num` integer DEFAULT 0 NOT NULL,
	`creator_id` text NOT NULL,
	`creator_name` text NOT NULL,
	`saved_at` integer NOT NULL,
	`closed_at` integer
);
--> statement-breakpoint
CREATE TABLE `owned_file` (
	`owner_key` text NOT NULL,
	`sha256` text NOT NULL,
	`file_type` text NOT NULL,
	`size` integer NOT NULL,
	`pages` text NOT NULL,
	`uploaded_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`owner_key`, `sha256`)
);
--> statement-breakpoint
CREATE TABLE `participant` (
	`owner_key` text NOT NULL,
	`part` text NOT NULL,
	`task_id` text NOT NULL,
	`account_id` text DEFAULT '' NOT NULL,
	`sent_at` integer NOT NULL,
	PRIMARY KEY(`owner_key`, `part`, `task_id`, `account_id`)
);
--> statement-breakpoint
CREATE TABLE `placement` (
	`id` text PRIMARY KEY NOT NULL,
	`task_id` text NOT NULL,
	`document_id` text NOT NULL,
	`signer_id` text NOT NULL,
	`kind` text NOT NULL,
	`page` integer NOT NULL,
	`to_page` integer NOT NULL,
	`rule` text DEFAULT 'CONSECUTIVE' NOT NULL,
	`x` real NOT NULL,
	`y` real NOT NULL,
	`width` real NOT NULL,
	`height` real NOT NULL,
	`field` text NOT NULL,
	`part` text NOT NULL
, `fills` text, `value_sealed` text DEFAULT '' NOT NULL);
--> statement-breakpoint
CREATE TABLE `signer` (
	`id` text PRIMARY KEY NOT NULL,
	`task_id` text NOT NULL,
	`position` integer NOT NULL,
	`type` text NOT NULL,
	`owner_key` text NOT NULL,
	`ent_name` text DEFAULT '' NOT NULL,
	`user_name` text NOT NULL,
	`account_id` text DEFAULT '' NOT NULL,
	`mobile_index` text NOT NULL,
	`mobile_sealed` text NOT NULL,
	`sign_order` integer NOT NULL,
	`state` text NOT NULL,
	`signed_at` integer,
	`urged_at` integer
, `department` text DEFAULT '' NOT NULL, `email_sealed` text DEFAULT '' NOT NULL, `id_type` text DEFAULT '' NOT NULL, `id_number_index` text DEFAULT '' NOT NULL, `id_number_sealed` text DEFAULT '' NOT NULL, `seal_kind` text DEFAULT '' NOT NULL, `auto_seal_id` text DEFAULT '' NOT NULL, `auto_problem` text);
--> statement-breakpoint
CREATE TABLE `task` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`draft_id` text NOT NULL,
	`name` text NOT NULL,
	`business_type` text NOT NULL,
	`business_type_name` text NOT NULL,
	`scenario` text DEFAULT 'ENT' NOT NULL,
	`file_type` text NOT NULL,
	`owner_key` text NOT NULL,
	`initiator_id` text NOT NULL,
	`initiator_name` text NOT NULL,
	`initiator_ent_name` text NOT NULL,
	`ordered` integer NOT NULL,
	`state` text NOT NULL,
	`end_reason` text,
	`start_at` integer NOT NULL,
	`deadline` integer NOT NULL,
	`sent_at` integer NOT NULL,
	`ended_at` integer,
	`revoke_reason` text DEFAULT '' NOT NULL,
	`reject_reason` text DEFAULT '' NOT NULL,
	`file_num` integer NOT NULL,
	`signer_num` integer NOT NULL,
	`signed_num` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
, `frozen_reason` text DEFAULT '' NOT NULL, `reminded_at` integer, `void_state` text DEFAULT '' NOT NULL, `void_task_id` text DEFAULT '' NOT NULL, `voids` text DEFAULT '' NOT NULL, `sign_flow` text DEFAULT 'SPECIFIED' NOT NULL);
--> statement-breakpoint
CREATE TABLE `task_count` (
	`owner_key` text NOT NULL,
	`part` text NOT NULL,
	`account_id` text NOT NULL,
	`state` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`owner_key`, `part`, `account_id`, `state`)
);
--> statement-breakpoint
CREATE TABLE `trail` (
	`task_id` text NOT NULL,
	`seq` integer NOT NULL,
	`at` integer NOT NULL,
	`event` text NOT NULL,
	`operator` text NOT NULL,
	`agent` text DEFAULT '' NOT NULL,
	`remark` text DEFAULT '' NOT NULL,
	`evidence` text NOT NULL,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`task_id`, `seq`)
);
--> statement-breakpoint
CREATE TABLE `seal_grant` (
	`seal_id` text NOT NULL,
	`account_id` text NOT NULL,
	`level` text NOT NULL,
	`granted_by` text NOT NULL,
	`granted_at` integer NOT NULL,
	PRIMARY KEY(`seal_id`, `account_id`)
);
--> statement-breakpoint
CREATE TABLE `seal_record` (
	`id` text PRIMARY KEY NOT NULL,
	`seal_id` text NOT NULL,
	`at` integer NOT NULL,
	`record` text NOT NULL,
	`operator_id` text NOT NULL,
	`operator` text NOT NULL,
	`remark` text DEFAULT '' NOT NULL,
	`task_id` text DEFAULT '' NOT NULL,
	`task_name` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `seal_ukey` (
	`seal_id` text NOT NULL,
	`serial` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL, `certificate_id` text,
	PRIMARY KEY(`seal_id`, `serial`)
);
--> statement-breakpoint
CREATE TABLE `quick_file` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`pages` text NOT NULL,
	`revision` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `quick_group` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_key` text NOT NULL,
	`creator_id` text NOT NULL,
	`name` text NOT NULL,
	`business_type` text NOT NULL,
	`business_type_name` text NOT NULL,
	`file_type` text NOT NULL,
	`file_num` integer NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`signed_at` integer,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `delivery` (
	`id` text PRIMARY KEY NOT NULL,
	`channel` text NOT NULL,
	`target` text NOT NULL,
	`template` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 1 NOT NULL,
	`simulated` integer NOT NULL,
	`error` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `account_record` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`at` integer NOT NULL,
	`record` text NOT NULL,
	`session_id` text DEFAULT '' NOT NULL,
	`remark` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `hand_link` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`account_id` text NOT NULL,
	`session_id` text NOT NULL,
	`writing_type` text NOT NULL,
	`ocr_type` text NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`seal_id` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `admin_application` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`account_id` text NOT NULL,
	`reason` text NOT NULL,
	`state` text DEFAULT 'TO_APPROVE' NOT NULL,
	`remark` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `company_record` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`at` integer NOT NULL,
	`record` text NOT NULL,
	`operator_id` text NOT NULL,
	`subject_id` text DEFAULT '' NOT NULL,
	`remark` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `join_application` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`account_id` text NOT NULL,
	`reason` text NOT NULL,
	`state` text DEFAULT 'PENDING' NOT NULL,
	`remark` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sso_customer` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`path` text NOT NULL,
	`enterprise_id` text NOT NULL,
	`algorithm` text NOT NULL,
	`key` text NOT NULL,
	`return_addresses` text NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
, `former_key` text DEFAULT '' NOT NULL, `former_until` integer);
--> statement-breakpoint
CREATE TABLE `sso_session` (
	`session_id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`return_address` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sso_used_link` (
	`customer_id` text NOT NULL,
	`link_id` text NOT NULL,
	`used_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`customer_id`, `link_id`)
);
--> statement-breakpoint
CREATE TABLE `audit_entry` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text NOT NULL,
	`actor_name` text NOT NULL,
	`action` text NOT NULL,
	`target_kind` text NOT NULL,
	`target_id` text NOT NULL,
	`target_name` text DEFAULT '' NOT NULL,
	`remark` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `enterprise_profile` (
	`enterprise_id` text PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`fields` text NOT NULL,
	`sealed` text NOT NULL,
	`legal_index` text NOT NULL,
	`number_index` text NOT NULL,
	`authorized_id` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `realname_application` (
	`id` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`account_id` text NOT NULL,
	`ent_id` text DEFAULT '' NOT NULL,
	`route` text DEFAULT '' NOT NULL,
	`state` text DEFAULT 'DRAFT' NOT NULL,
	`before` text DEFAULT 'UNAUTH' NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`fields` text NOT NULL,
	`sealed` text NOT NULL,
	`number_index` text DEFAULT '' NOT NULL,
	`check_ref` text DEFAULT '' NOT NULL,
	`check_state` text DEFAULT '' NOT NULL,
	`check_url` text DEFAULT '' NOT NULL,
	`check_ends_at` integer,
	`tries` integer DEFAULT 0 NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`reviewer_id` text DEFAULT '' NOT NULL,
	`submitted_at` integer,
	`decided_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
, `name_index` text DEFAULT '' NOT NULL);
--> statement-breakpoint
CREATE TABLE `realname_photo` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`application_id` text DEFAULT '' NOT NULL,
	`file_key` text NOT NULL,
	`wrapped_key` text NOT NULL,
	`type` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`size` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `simulated_check` (
	`ref` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`state` text DEFAULT 'PENDING' NOT NULL,
	`name` text NOT NULL,
	`return_url` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `agreement_consent` (
	`account_id` text NOT NULL,
	`agreement` integer NOT NULL,
	`version` text NOT NULL,
	`language` text NOT NULL,
	`accepted_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `agreement`, `version`)
);
--> statement-breakpoint
CREATE TABLE `captcha` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`answer` text NOT NULL,
	`secret_key` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`answered_at` integer,
	`passed_at` integer,
	`spent_at` integer
);
--> statement-breakpoint
CREATE TABLE `code_ticket` (
	`hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`target` text NOT NULL,
	`expires_at` integer NOT NULL,
	`spent_at` integer
);
--> statement-breakpoint
CREATE TABLE `certificate_order` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`owner_key` text NOT NULL,
	`owner_name` text NOT NULL,
	`seal_category` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`count` integer NOT NULL,
	`creator_id` text NOT NULL,
	`creator_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`asked_at` integer,
	`ended_at` integer,
	`version` integer DEFAULT 1 NOT NULL
, `applicant_id` text DEFAULT '' NOT NULL, `applicant_at` integer, `applicant_sealed` text);
--> statement-breakpoint
CREATE TABLE `certificate_order_item` (
	`order_id` text NOT NULL,
	`seal_id` text NOT NULL,
	`seal_name` text NOT NULL,
	`state` text NOT NULL,
	`key_id` text,
	`request` text DEFAULT '' NOT NULL,
	`certificate_id` text,
	PRIMARY KEY(`order_id`, `seal_id`)
);
--> statement-breakpoint
CREATE TABLE `cloud_seal_challenge` (
	`challenge` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`ent_id` text NOT NULL,
	`state` text DEFAULT 'WAITING' NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `cloud_seal_token` (
	`account_id` text NOT NULL,
	`ent_id` text NOT NULL,
	`token_sealed` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `ent_id`)
);
--> statement-breakpoint
CREATE TABLE `ukey_signing` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`ent_id` text NOT NULL,
	`kind` text NOT NULL,
	`target_id` text NOT NULL,
	`ukey_serial` text NOT NULL,
	`answer` text,
	`expires_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
, `begun_sha256` text DEFAULT '' NOT NULL);
--> statement-breakpoint
CREATE TABLE `user_ukey` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`serial` text NOT NULL,
	`label` text NOT NULL,
	`certificate_id` text NOT NULL,
	`bound_at` integer NOT NULL,
	`unbound_at` integer
);
--> statement-breakpoint
CREATE TABLE `consent_ticket` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`method` text NOT NULL,
	`subject_id` text NOT NULL,
	`ref` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
, `seen_digest` text DEFAULT '' NOT NULL);
--> statement-breakpoint
CREATE TABLE `electronic_seal` (
	`id` text PRIMARY KEY NOT NULL,
	`seal_id` text NOT NULL,
	`certificate_sha256` text NOT NULL,
	`maker_sha256` text NOT NULL,
	`picture_sha256` text NOT NULL,
	`file_key` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `seal_template` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_key` text NOT NULL,
	`name` text NOT NULL,
	`design` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `help_video` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`sha256` text NOT NULL,
	`size` integer NOT NULL,
	`content_type` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `template_field` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_key` text NOT NULL,
	`owner_type` text NOT NULL,
	`name` text NOT NULL,
	`length` integer NOT NULL,
	`types` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_by` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `template_record` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_key` text NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`part_id` text NOT NULL,
	`name` text NOT NULL,
	`record` text NOT NULL,
	`operator_id` text NOT NULL,
	`remark` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `template_role` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_key` text NOT NULL,
	`owner_type` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`note` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_by` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `template_use` (
	`template_id` text NOT NULL,
	`kind` text NOT NULL,
	`part_id` text NOT NULL,
	PRIMARY KEY(`template_id`, `kind`, `part_id`)
);
--> statement-breakpoint
CREATE TABLE `employee` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`state` text DEFAULT 'ACTIVE' NOT NULL,
	`name_sealed` text NOT NULL,
	`id_type` text NOT NULL,
	`mobile_index` text NOT NULL,
	`id_number_index` text NOT NULL,
	`sealed` text NOT NULL,
	`entry_date` text NOT NULL,
	`job_content` text DEFAULT '' NOT NULL,
	`work_location` text DEFAULT '' NOT NULL,
	`regular_date` text DEFAULT '' NOT NULL,
	`first_work_date` text DEFAULT '' NOT NULL,
	`contract_start` text DEFAULT '' NOT NULL,
	`contract_end` text DEFAULT '' NOT NULL,
	`depart_date` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
, `department_id` text DEFAULT '' NOT NULL, `id_expiry` text DEFAULT '' NOT NULL, `erased_at` integer);
--> statement-breakpoint
CREATE TABLE `employee_image` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`employee_id` text NOT NULL,
	`kind` text NOT NULL,
	`file_key` text NOT NULL,
	`wrapped_key` text NOT NULL,
	`type` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `employee_record` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`employee_id` text NOT NULL,
	`at` integer NOT NULL,
	`record` text NOT NULL,
	`operator_id` text NOT NULL,
	`remark` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `template` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_key` text NOT NULL,
	`owner_type` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`business_type` text NOT NULL,
	`scene` text NOT NULL,
	`status` text DEFAULT 'DRAFT' NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_by` text NOT NULL,
	`updated_at` integer NOT NULL
, `version_id` text);
--> statement-breakpoint
CREATE TABLE `template_grant` (
	`template_id` text NOT NULL,
	`ent_id` text NOT NULL,
	`level` text NOT NULL,
	`granted_by` text NOT NULL,
	`granted_at` integer NOT NULL,
	PRIMARY KEY(`template_id`, `ent_id`)
);
--> statement-breakpoint
CREATE TABLE `sync_ticket` (
	`id` text PRIMARY KEY NOT NULL,
	`room` text NOT NULL,
	`account_id` text NOT NULL,
	`session_id` text NOT NULL,
	`ent_id` text NOT NULL,
	`expires_at` integer NOT NULL
, `access` text DEFAULT 'write' NOT NULL);
--> statement-breakpoint
CREATE TABLE `copies_lot` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`enterprise_id` text NOT NULL,
	`source` text NOT NULL,
	`quantity` integer NOT NULL,
	`remaining` integer NOT NULL,
	`expired` integer DEFAULT 0 NOT NULL,
	`granted_at` integer NOT NULL,
	`expires_at` integer,
	`order_id` text DEFAULT '' NOT NULL, `refunded` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "copies_lot_remaining" CHECK(remaining >= 0 and remaining + expired <= quantity)
);
--> statement-breakpoint
CREATE TABLE `copies_transfer` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`lot_id` text NOT NULL,
	`kind` text NOT NULL,
	`quantity` integer NOT NULL,
	`task_id` text DEFAULT '' NOT NULL,
	`operator_id` text DEFAULT '' NOT NULL,
	`operator_name` text DEFAULT '' NOT NULL,
	`remark` text DEFAULT '' NOT NULL,
	`at` integer NOT NULL,
	CONSTRAINT "copies_transfer_quantity" CHECK(quantity > 0)
);
--> statement-breakpoint
CREATE TABLE `copies_warning` (
	`enterprise_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `payment_key` (
	`id` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`public_key` text NOT NULL,
	`not_before` integer NOT NULL,
	`not_after` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `payment_notice` (
	`key` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`trade_no` text NOT NULL,
	`taken_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `simulated_movement` (
	`provider_no` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`trade_no` text NOT NULL,
	`refund_no` text DEFAULT '' NOT NULL,
	`amount_fen` integer NOT NULL,
	`state` text NOT NULL,
	`at` integer NOT NULL,
	CONSTRAINT "simulated_movement_amount" CHECK(amount_fen > 0)
);
--> statement-breakpoint
CREATE TABLE `simulated_trade` (
	`trade_no` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`amount_fen` integer NOT NULL,
	`notify_url` text NOT NULL,
	`expires_at` integer NOT NULL,
	`closed_at` integer,
	`refunds` text DEFAULT 'AT_ONCE' NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `invoice` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`enterprise_id` text NOT NULL,
	`type` text NOT NULL,
	`state` text NOT NULL,
	`amount_fen` integer NOT NULL,
	`title` text NOT NULL,
	`tax_id` text NOT NULL,
	`details_sealed` text NOT NULL,
	`number` text DEFAULT '' NOT NULL,
	`issued_at` integer,
	`pdf` text DEFAULT '' NOT NULL,
	`ofd` text DEFAULT '' NOT NULL,
	`red_number` text DEFAULT '' NOT NULL,
	`red_pdf` text DEFAULT '' NOT NULL,
	`red_ofd` text DEFAULT '' NOT NULL,
	`failure` text DEFAULT '' NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`ask_at` integer NOT NULL,
	`requested_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer
);
--> statement-breakpoint
CREATE TABLE `order_package` (
	`package_id` text NOT NULL,
	`version` integer NOT NULL,
	`goods` text NOT NULL,
	`name` text NOT NULL,
	`quantity` integer NOT NULL,
	`price_fen` integer NOT NULL,
	`valid_days` integer,
	`audience` text NOT NULL,
	`on_sale` integer NOT NULL,
	`current` integer NOT NULL,
	`created_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`package_id`, `version`),
	CONSTRAINT "order_package_amounts" CHECK(quantity > 0 and price_fen > 0)
);
--> statement-breakpoint
CREATE TABLE `purchase` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`enterprise_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`buyer_name` text NOT NULL,
	`package_id` text NOT NULL,
	`package_version` integer NOT NULL,
	`goods` text NOT NULL,
	`name` text NOT NULL,
	`count` integer NOT NULL,
	`quantity` integer NOT NULL,
	`unit_fen` integer NOT NULL,
	`amount_fen` integer NOT NULL,
	`valid_days` integer,
	`state` text NOT NULL,
	`invoice_state` text NOT NULL,
	`paid_fen` integer DEFAULT 0 NOT NULL,
	`refunded_fen` integer DEFAULT 0 NOT NULL,
	`pay_before` integer NOT NULL,
	`paid_at` integer,
	`delivered_at` integer,
	`shipped_at` integer,
	`confirmed_at` integer,
	`returned_at` integer,
	`ship_to_sealed` text DEFAULT '' NOT NULL,
	`carrier` text DEFAULT '' NOT NULL,
	`tracking_number` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "purchase_amounts" CHECK(amount_fen > 0 and refunded_fen >= 0 and refunded_fen <= paid_fen and paid_fen <= amount_fen)
);
--> statement-breakpoint
CREATE TABLE `purchase_event` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`seq` integer NOT NULL,
	`at` integer NOT NULL,
	`event` text NOT NULL,
	`state` text NOT NULL,
	`operator` text DEFAULT '' NOT NULL,
	`remark` text DEFAULT '' NOT NULL,
	`amount_fen` integer
);
--> statement-breakpoint
CREATE TABLE `purchase_payment` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`trade_no` text NOT NULL,
	`method` text NOT NULL,
	`amount_fen` integer NOT NULL,
	`state` text NOT NULL,
	`qr` text DEFAULT '' NOT NULL,
	`provider_no` text DEFAULT '' NOT NULL,
	`paid_fen` integer DEFAULT 0 NOT NULL,
	`paid_at` integer,
	`given_back` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ask_at` integer NOT NULL,
	`asked` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `purchase_refund` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`order_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`amount_fen` integer NOT NULL,
	`copies` integer DEFAULT 0 NOT NULL,
	`reason` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`requested_by` text DEFAULT '' NOT NULL,
	`before` text,
	`reviewed_by` text DEFAULT '' NOT NULL,
	`reviewed_at` integer,
	`review_remark` text DEFAULT '' NOT NULL,
	`provider_refund_no` text DEFAULT '' NOT NULL,
	`failure` text DEFAULT '' NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`ask_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`done_at` integer,
	CONSTRAINT "purchase_refund_amount" CHECK(amount_fen > 0)
);
--> statement-breakpoint
CREATE TABLE `reconciliation` (
	`id` text PRIMARY KEY NOT NULL,
	`method` text NOT NULL,
	`day` text NOT NULL,
	`lines` integer NOT NULL,
	`matched` integer NOT NULL,
	`paid_fen` integer NOT NULL,
	`refunded_fen` integer NOT NULL,
	`differences` text NOT NULL,
	`failure` text DEFAULT '' NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `department` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`parent_id` text DEFAULT '' NOT NULL,
	`name` text NOT NULL,
	`head_id` text DEFAULT '' NOT NULL,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer
);
--> statement-breakpoint
CREATE TABLE `template_file` (
	`template_id` text NOT NULL,
	`sha256` text NOT NULL,
	PRIMARY KEY(`template_id`, `sha256`)
);
--> statement-breakpoint
CREATE TABLE `template_version` (
	`id` text PRIMARY KEY NOT NULL,
	`template_id` text NOT NULL,
	`owner_key` text NOT NULL,
	`number` integer NOT NULL,
	`kind` text NOT NULL,
	`content_sealed` text NOT NULL,
	`hash` text NOT NULL,
	`engine` text DEFAULT '' NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
, `template_name` text DEFAULT '' NOT NULL);
--> statement-breakpoint
CREATE TABLE `word_layout` (
	`input` text PRIMARY KEY NOT NULL,
	`docx` text NOT NULL,
	`is_preview` integer NOT NULL,
	`pdf` text NOT NULL,
	`size` integer NOT NULL,
	`engine` text NOT NULL,
	`ms` integer NOT NULL,
	`facts` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `approval` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`title` text NOT NULL,
	`flows` text NOT NULL,
	`state` text NOT NULL,
	`applicant_id` text NOT NULL,
	`applicant_name` text NOT NULL,
	`digest` text NOT NULL,
	`facts` text NOT NULL,
	`steps` text NOT NULL,
	`thread` text NOT NULL,
	`before_id` text DEFAULT '' NOT NULL,
	`due_at` integer,
	`stuck` integer DEFAULT false NOT NULL,
	`urged_at` integer,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`deleted_at` integer,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `approval_flow` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`enabled` integer DEFAULT false NOT NULL,
	`body` text NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`removed_at` integer
);
--> statement-breakpoint
CREATE TABLE `approval_flow_version` (
	`flow_id` text NOT NULL,
	`version` integer NOT NULL,
	`enterprise_id` text NOT NULL,
	`enabled` integer NOT NULL,
	`body` text NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`flow_id`, `version`)
);
--> statement-breakpoint
CREATE TABLE `approval_part` (
	`approval_id` text NOT NULL,
	`enterprise_id` text NOT NULL,
	`account_id` text NOT NULL,
	`part` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`approval_id`, `account_id`, `part`)
);
--> statement-breakpoint
CREATE TABLE `approval_substitute` (
	`enterprise_id` text NOT NULL,
	`account_id` text NOT NULL,
	`substitute_id` text NOT NULL,
	`from_at` integer NOT NULL,
	`to_at` integer NOT NULL,
	PRIMARY KEY(`enterprise_id`, `account_id`)
);
--> statement-breakpoint
CREATE TABLE `template_made_file` (
	`owner_key` text NOT NULL,
	`sha256` text NOT NULL,
	`version_id` text NOT NULL,
	`values_digest` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`owner_key`, `sha256`, `version_id`)
);
--> statement-breakpoint
CREATE TABLE `onboarding_field` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`state` text DEFAULT 'ACTIVE' NOT NULL,
	`code` text DEFAULT '' NOT NULL,
	`name` text NOT NULL,
	`category` text NOT NULL,
	`type` text NOT NULL,
	`length` integer,
	`options` text NOT NULL,
	`required` integer NOT NULL,
	`shown_to` text NOT NULL,
	`position` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`updated_by` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `onboarding_field_record` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`field_id` text NOT NULL,
	`version` integer NOT NULL,
	`at` integer NOT NULL,
	`record` text NOT NULL,
	`operator_id` text NOT NULL,
	`definition` text NOT NULL,
	`changes` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `template_clause` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_key` text NOT NULL,
	`owner_type` text NOT NULL,
	`name` text NOT NULL,
	`category` text NOT NULL,
	`content` text NOT NULL,
	`words` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_by` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `task_plan` (
	`task_id` text PRIMARY KEY NOT NULL,
	`plan_sealed` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `template_group` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_key` text NOT NULL,
	`owner_type` text NOT NULL,
	`name` text NOT NULL,
	`business_type` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_by` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `template_group_member` (
	`group_id` text NOT NULL,
	`template_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`group_id`, `template_id`)
);
--> statement-breakpoint
CREATE TABLE `table_views` (
	`key` text PRIMARY KEY NOT NULL,
	`views` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sign_batch` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`ent_id` text NOT NULL,
	`digest` text NOT NULL,
	`method` text DEFAULT '' NOT NULL,
	`session_id` text DEFAULT '' NOT NULL,
	`good_until` integer DEFAULT 0 NOT NULL,
	`opened_at` integer NOT NULL,
	`closed_at` integer
);
--> statement-breakpoint
CREATE TABLE `sign_batch_item` (
	`batch_id` text NOT NULL,
	`task_id` text NOT NULL,
	`position` integer NOT NULL,
	`seen` text NOT NULL,
	`fillings` text NOT NULL,
	`state` text DEFAULT 'WAITING' NOT NULL,
	`problem` text,
	PRIMARY KEY(`batch_id`, `task_id`)
);
--> statement-breakpoint
CREATE TABLE `seal_use` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`task_id` text NOT NULL,
	`signer_id` text NOT NULL,
	`applicant_id` text NOT NULL,
	`by_holder` integer NOT NULL,
	`reason` text NOT NULL,
	`seals` text NOT NULL,
	`fillings` text NOT NULL,
	`values_sealed` text DEFAULT '' NOT NULL,
	`digest` text NOT NULL,
	`state` text NOT NULL,
	`stamped_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE TABLE `batch` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_key` text NOT NULL,
	`creator_id` text NOT NULL,
	`creator_name` text NOT NULL,
	`task_name` text NOT NULL,
	`setup_sealed` text NOT NULL,
	`origin` text NOT NULL,
	`language` text NOT NULL,
	`row_num` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE TABLE `batch_row` (
	`id` text PRIMARY KEY NOT NULL,
	`batch_id` text NOT NULL,
	`position` integer NOT NULL,
	`state` text NOT NULL,
	`parties` text NOT NULL,
	`cells_sealed` text NOT NULL,
	`task_id` text,
	`problem` text DEFAULT '' NOT NULL,
	`problem_params` text,
	`attempts` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `template_review` (
	`id` text PRIMARY KEY NOT NULL,
	`template_id` text NOT NULL,
	`owner_key` text NOT NULL,
	`version_id` text NOT NULL,
	`number` integer NOT NULL,
	`content_sealed` text NOT NULL,
	`hash` text NOT NULL,
	`engine` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `api_key` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`name` text NOT NULL,
	`prefix` text NOT NULL,
	`token_hash` text NOT NULL,
	`former_hash` text DEFAULT '' NOT NULL,
	`former_until` integer,
	`holder_id` text NOT NULL,
	`scopes` text NOT NULL,
	`networks` text NOT NULL,
	`business_types` text,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`last_used_at` integer,
	`last_network` text DEFAULT '' NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `log_checkpoint` (
	`size` integer PRIMARY KEY NOT NULL,
	`root` text NOT NULL,
	`note` text NOT NULL,
	`token` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `log_key` (
	`id` text PRIMARY KEY NOT NULL,
	`origin` text NOT NULL,
	`public_key` text NOT NULL,
	`key_id` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `log_leaf` (
	`task_id` text NOT NULL,
	`seq` integer NOT NULL,
	`salt` text NOT NULL,
	`position` integer,
	`leaf` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`task_id`, `seq`)
);
--> statement-breakpoint
CREATE TABLE `attachment` (
	`id` text PRIMARY KEY NOT NULL,
	`task_id` text NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`file_type` text NOT NULL,
	`sha256` text NOT NULL,
	`size` integer NOT NULL,
	`pages` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `webhook` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`address` text NOT NULL,
	`events` text NOT NULL,
	`state` text DEFAULT 'ACTIVE' NOT NULL,
	`wrapped` text NOT NULL,
	`former_wrapped` text DEFAULT '' NOT NULL,
	`former_until` integer,
	`paused_until` integer DEFAULT 0 NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `webhook_delivery` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text NOT NULL,
	`task_id` text NOT NULL,
	`seq` integer NOT NULL,
	`event` text NOT NULL,
	`body` text NOT NULL,
	`state` text DEFAULT 'PENDING' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`last_at` integer,
	`status` integer DEFAULT 0 NOT NULL,
	`answer` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `employee_change` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`employee_id` text NOT NULL,
	`section` text NOT NULL,
	`field` text NOT NULL,
	`before_sealed` text NOT NULL,
	`after_sealed` text NOT NULL,
	`operator_id` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `employee_import` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`creator_id` text NOT NULL,
	`file_name` text NOT NULL,
	`duplicates` text NOT NULL,
	`columns` text NOT NULL,
	`row_num` integer NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	`refused` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE `employee_import_row` (
	`id` text PRIMARY KEY NOT NULL,
	`import_id` text NOT NULL,
	`enterprise_id` text NOT NULL,
	`number` integer NOT NULL,
	`state` text NOT NULL,
	`cells_sealed` text NOT NULL,
	`problems` text,
	`employee_id` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `employee_transfer` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`employee_id` text NOT NULL,
	`day` text NOT NULL,
	`from_id` text NOT NULL,
	`to_id` text NOT NULL,
	`reason_sealed` text DEFAULT '' NOT NULL,
	`operator_id` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `newcomer` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`state` text DEFAULT 'TO_COLLECT' NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`name_sealed` text NOT NULL,
	`id_type` text NOT NULL,
	`mobile_index` text NOT NULL,
	`id_number_index` text NOT NULL,
	`sealed` text NOT NULL,
	`department_id` text DEFAULT '' NOT NULL,
	`account_id` text DEFAULT '' NOT NULL,
	`link_round` integer DEFAULT 1 NOT NULL,
	`link_hash` text NOT NULL,
	`link_ends_at` integer NOT NULL,
	`since` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`employee_id` text DEFAULT '' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `newcomer_image` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`newcomer_id` text NOT NULL,
	`item_id` text NOT NULL,
	`file_key` text NOT NULL,
	`wrapped_key` text NOT NULL,
	`type` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `newcomer_item` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`newcomer_id` text NOT NULL,
	`field_id` text NOT NULL,
	`field_version` integer NOT NULL,
	`position` integer NOT NULL,
	`state` text DEFAULT 'TO_COLLECT' NOT NULL,
	`value_sealed` text DEFAULT '' NOT NULL,
	`reason_sealed` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `newcomer_record` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`newcomer_id` text NOT NULL,
	`at` integer NOT NULL,
	`record` text NOT NULL,
	`operator_id` text NOT NULL,
	`remark` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `external_request` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`business_id` text NOT NULL,
	`business_type` text NOT NULL,
	`digest` text NOT NULL,
	`code_hash` text NOT NULL,
	`opened_by` text DEFAULT '' NOT NULL,
	`opened_at` integer,
	`ends_at` integer NOT NULL,
	`running` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `auto_sign` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`seal_id` text NOT NULL,
	`business_types` text,
	`sender_roles` text,
	`daily_limit` integer NOT NULL,
	`until` integer NOT NULL,
	`agreement` text NOT NULL,
	`language` text NOT NULL,
	`digest` text NOT NULL,
	`method` text NOT NULL,
	`opened_by` text NOT NULL,
	`opened_at` integer NOT NULL,
	`ended_by` text DEFAULT '' NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE TABLE `auto_sign_use` (
	`opening_id` text NOT NULL,
	`signer_id` text NOT NULL,
	`task_id` text NOT NULL,
	`signed_at` integer NOT NULL,
	PRIMARY KEY(`opening_id`, `signer_id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `certificate_serial` ON `certificate` (`issuer_id`,`serial`);
--> statement-breakpoint
CREATE INDEX `certificate_owner` ON `certificate` (`owner_key`,`purpose`);
--> statement-breakpoint
CREATE INDEX `certificate_expiry` ON `certificate` (`not_after`);
--> statement-breakpoint
CREATE UNIQUE INDEX `enterprise_name` ON `enterprise` (`name`);
--> statement-breakpoint
CREATE INDEX `enterprise_parent` ON `enterprise` (`parent_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `member_pair` ON `member` (`enterprise_id`,`account_id`);
--> statement-breakpoint
CREATE INDEX `member_account` ON `member` (`account_id`);
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`due_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_login_name` ON `account` (`login_name`);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_mobile` ON `account` (`mobile_index`);
--> statement-breakpoint
CREATE INDEX `account_email` ON `account` (`email_index`);
--> statement-breakpoint
CREATE INDEX `account_id_number` ON `account` (`id_number_index`);
--> statement-breakpoint
CREATE INDEX `auth_code_target` ON `auth_code` (`purpose`,`target`,`created_at`);
--> statement-breakpoint
CREATE INDEX `session_account` ON `session` (`account_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `session_refresh` ON `session` (`refresh_hash`);
--> statement-breakpoint
CREATE INDEX `notice_account` ON `notice` (`account_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `notice_unread` ON `notice` (`account_id`,`read_at`);
--> statement-breakpoint
CREATE INDEX `simulated_message_time` ON `simulated_message` (`created_at`);
--> statement-breakpoint
CREATE INDEX `seal_owner` ON `seal` (`owner_key`,`deleted_at`);
--> statement-breakpoint
CREATE INDEX `consent_task` ON `consent` (`task_id`);
--> statement-breakpoint
CREATE INDEX `copy_party_task` ON `copy_party` (`task_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `document_place` ON `document` (`task_id`,`position`);
--> statement-breakpoint
CREATE INDEX `draft_owner` ON `draft` (`owner_key`,`closed_at`,`saved_at`);
--> statement-breakpoint
CREATE INDEX `participant_list` ON `participant` (`owner_key`,`part`,`sent_at`);
--> statement-breakpoint
CREATE INDEX `participant_task` ON `participant` (`task_id`);
--> statement-breakpoint
CREATE INDEX `placement_task` ON `placement` (`task_id`);
--> statement-breakpoint
CREATE INDEX `placement_signer` ON `placement` (`signer_id`);
--> statement-breakpoint
CREATE INDEX `signer_task` ON `signer` (`task_id`,`position`);
--> statement-breakpoint
CREATE INDEX `signer_pending` ON `signer` (`owner_key`,`state`);
--> statement-breakpoint
CREATE INDEX `signer_mobile` ON `signer` (`mobile_index`,`account_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `task_number` ON `task` (`number`);
--> statement-breakpoint
CREATE UNIQUE INDEX `task_draft` ON `task` (`draft_id`);
--> statement-breakpoint
CREATE INDEX `task_owner` ON `task` (`owner_key`,`sent_at`);
--> statement-breakpoint
CREATE INDEX `task_due` ON `task` (`state`,`deadline`);
--> statement-breakpoint
CREATE INDEX `task_start` ON `task` (`state`,`start_at`);
--> statement-breakpoint
CREATE INDEX `seal_grant_account` ON `seal_grant` (`account_id`);
--> statement-breakpoint
CREATE INDEX `seal_record_seal` ON `seal_record` (`seal_id`,`at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `seal_name` ON `seal` (`owner_key`,`name`) WHERE deleted_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX `quick_file_place` ON `quick_file` (`group_id`,`position`);
--> statement-breakpoint
CREATE INDEX `quick_group_owner` ON `quick_group` (`owner_key`,`created_at`);
--> statement-breakpoint
CREATE INDEX `delivery_time` ON `delivery` (`created_at`);
--> statement-breakpoint
CREATE INDEX `account_record_account` ON `account_record` (`account_id`,`at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `hand_link_token` ON `hand_link` (`token_hash`);
--> statement-breakpoint
CREATE INDEX `hand_link_account` ON `hand_link` (`account_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `admin_application_open` ON `admin_application` (`enterprise_id`,`account_id`) WHERE state = 'TO_APPROVE';
--> statement-breakpoint
CREATE INDEX `admin_application_enterprise` ON `admin_application` (`enterprise_id`,`state`,`created_at`);
--> statement-breakpoint
CREATE INDEX `admin_application_account` ON `admin_application` (`account_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `admin_application_state` ON `admin_application` (`state`,`created_at`);
--> statement-breakpoint
CREATE INDEX `company_record_enterprise` ON `company_record` (`enterprise_id`,`at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `join_application_open` ON `join_application` (`enterprise_id`,`account_id`) WHERE state = 'PENDING';
--> statement-breakpoint
CREATE INDEX `join_application_enterprise` ON `join_application` (`enterprise_id`,`state`,`created_at`);
--> statement-breakpoint
CREATE INDEX `join_application_account` ON `join_application` (`account_id`,`created_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `sso_customer_path` ON `sso_customer` (`path`);
--> statement-breakpoint
CREATE INDEX `sso_customer_enterprise` ON `sso_customer` (`enterprise_id`);
--> statement-breakpoint
CREATE INDEX `sso_used_link_end` ON `sso_used_link` (`expires_at`);
--> statement-breakpoint
CREATE INDEX `audit_entry_time` ON `audit_entry` (`at`,`id`);
--> statement-breakpoint
CREATE INDEX `audit_entry_actor` ON `audit_entry` (`actor_id`,`at`);
--> statement-breakpoint
CREATE INDEX `audit_entry_target` ON `audit_entry` (`target_id`,`at`);
--> statement-breakpoint
CREATE INDEX `audit_entry_action` ON `audit_entry` (`action`,`at`);
--> statement-breakpoint
CREATE INDEX `realname_application_account` ON `realname_application` (`account_id`,`subject`,`created_at`);
--> statement-breakpoint
CREATE INDEX `realname_application_ent` ON `realname_application` (`ent_id`,`state`);
--> statement-breakpoint
CREATE INDEX `realname_application_review` ON `realname_application` (`state`,`subject`,`submitted_at`);
--> statement-breakpoint
CREATE INDEX `realname_application_check` ON `realname_application` (`state`,`check_ends_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `realname_application_open` ON `realname_application` (`account_id`) WHERE subject = 'PERSON' and state in ('CHECKING', 'REVIEWING');
--> statement-breakpoint
CREATE INDEX `realname_photo_account` ON `realname_photo` (`account_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `realname_photo_application` ON `realname_photo` (`application_id`);
--> statement-breakpoint
CREATE INDEX `captcha_expires` ON `captcha` (`expires_at`);
--> statement-breakpoint
CREATE INDEX `session_device` ON `session` (`device_id`,`account_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `certificate_order_number` ON `certificate_order` (`number`);
--> statement-breakpoint
CREATE INDEX `certificate_order_owner` ON `certificate_order` (`owner_key`,`created_at`);
--> statement-breakpoint
CREATE INDEX `certificate_order_open` ON `certificate_order` (`state`,`asked_at`);
--> statement-breakpoint
CREATE INDEX `certificate_order_item_seal` ON `certificate_order_item` (`seal_id`);
--> statement-breakpoint
CREATE INDEX `cloud_seal_challenge_account` ON `cloud_seal_challenge` (`account_id`,`expires_at`);
--> statement-breakpoint
CREATE INDEX `ukey_signing_expiry` ON `ukey_signing` (`expires_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_ukey_serial` ON `user_ukey` (`serial`) WHERE unbound_at is null;
--> statement-breakpoint
CREATE INDEX `user_ukey_account` ON `user_ukey` (`account_id`);
--> statement-breakpoint
CREATE INDEX `user_ukey_certificate` ON `user_ukey` (`certificate_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `electronic_seal_use` ON `electronic_seal` (`seal_id`,`certificate_sha256`,`maker_sha256`,`picture_sha256`);
--> statement-breakpoint
CREATE UNIQUE INDEX `seal_template_name` ON `seal_template` (`owner_key`,`name`);
--> statement-breakpoint
CREATE INDEX `help_video_file` ON `help_video` (`sha256`);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_login` ON `account` (`login_index`);
--> statement-breakpoint
CREATE INDEX `account_plain` ON `account` (`id`) WHERE login_index is null or real_name <> '';
--> statement-breakpoint
CREATE INDEX `realname_application_name` ON `realname_application` (`name_index`);
--> statement-breakpoint
CREATE INDEX `realname_application_plain` ON `realname_application` (`id`) WHERE subject = 'PERSON' and name <> '';
--> statement-breakpoint
CREATE UNIQUE INDEX `template_field_name` ON `template_field` (`owner_key`,`name`);
--> statement-breakpoint
CREATE INDEX `template_record_owner` ON `template_record` (`owner_key`,`kind`,`at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `template_role_name` ON `template_role` (`owner_key`,`name`);
--> statement-breakpoint
CREATE INDEX `template_use_part` ON `template_use` (`kind`,`part_id`);
--> statement-breakpoint
CREATE INDEX `employee_roster` ON `employee` (`enterprise_id`,`state`,`created_at`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `employee_mobile` ON `employee` (`enterprise_id`,`mobile_index`) WHERE state = 'ACTIVE';
--> statement-breakpoint
CREATE UNIQUE INDEX `employee_id_number` ON `employee` (`enterprise_id`,`id_number_index`) WHERE state = 'ACTIVE';
--> statement-breakpoint
CREATE UNIQUE INDEX `employee_image_kind` ON `employee_image` (`employee_id`,`kind`);
--> statement-breakpoint
CREATE INDEX `employee_record_employee` ON `employee_record` (`employee_id`,`at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `template_name` ON `template` (`owner_key`,`name`);
--> statement-breakpoint
CREATE INDEX `template_grant_ent` ON `template_grant` (`ent_id`);
--> statement-breakpoint
CREATE INDEX `member_joined` ON `member` (`enterprise_id`,`joined_at`,`id`) WHERE left_at is null;
--> statement-breakpoint
CREATE INDEX `sync_ticket_expires` ON `sync_ticket` (`expires_at`);
--> statement-breakpoint
CREATE INDEX `copies_lot_open` ON `copies_lot` (`enterprise_id`,`expires_at`,`granted_at`) WHERE remaining > 0;
--> statement-breakpoint
CREATE INDEX `copies_lot_page` ON `copies_lot` (`enterprise_id`,`granted_at`,`id`);
--> statement-breakpoint
CREATE INDEX `copies_lot_expires` ON `copies_lot` (`expires_at`) WHERE remaining > 0;
--> statement-breakpoint
CREATE UNIQUE INDEX `copies_lot_trial` ON `copies_lot` (`enterprise_id`) WHERE source = 'TRIAL';
--> statement-breakpoint
CREATE UNIQUE INDEX `copies_lot_order` ON `copies_lot` (`order_id`) WHERE order_id <> '';
--> statement-breakpoint
CREATE INDEX `copies_transfer_page` ON `copies_transfer` (`enterprise_id`,`at`,`id`);
--> statement-breakpoint
CREATE INDEX `copies_transfer_time` ON `copies_transfer` (`at`);
--> statement-breakpoint
CREATE INDEX `copies_transfer_lot` ON `copies_transfer` (`lot_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `copies_transfer_reserved` ON `copies_transfer` (`task_id`) WHERE kind = 'RESERVE';
--> statement-breakpoint
CREATE UNIQUE INDEX `copies_transfer_settled` ON `copies_transfer` (`task_id`) WHERE kind in ('USE', 'RETURN');
--> statement-breakpoint
CREATE INDEX `simulated_movement_trade` ON `simulated_movement` (`trade_no`);
--> statement-breakpoint
CREATE INDEX `simulated_movement_time` ON `simulated_movement` (`at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `simulated_movement_refund` ON `simulated_movement` (`trade_no`,`refund_no`) WHERE kind = 'REFUND';
--> statement-breakpoint
CREATE INDEX `simulated_trade_time` ON `simulated_trade` (`created_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `document_code` ON `document` (`code`);
--> statement-breakpoint
CREATE INDEX `invoice_order` ON `invoice` (`order_id`,`created_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_number` ON `invoice` (`number`) WHERE number <> '';
--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_open` ON `invoice` (`order_id`) WHERE state <> 'CANCELLED';
--> statement-breakpoint
CREATE INDEX `invoice_due` ON `invoice` (`ask_at`) WHERE state in ('APPLIED', 'ISSUING');
--> statement-breakpoint
CREATE UNIQUE INDEX `order_package_current` ON `order_package` (`package_id`) WHERE current = 1;
--> statement-breakpoint
CREATE UNIQUE INDEX `purchase_number` ON `purchase` (`number`);
--> statement-breakpoint
CREATE INDEX `purchase_enterprise` ON `purchase` (`enterprise_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `purchase_page` ON `purchase` (`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `purchase_open` ON `purchase` (`pay_before`) WHERE state in ('TO_PAY', 'PAYING');
--> statement-breakpoint
CREATE UNIQUE INDEX `purchase_event_order` ON `purchase_event` (`order_id`,`seq`);
--> statement-breakpoint
CREATE UNIQUE INDEX `purchase_payment_trade` ON `purchase_payment` (`trade_no`,`provider_no`);
--> statement-breakpoint
CREATE INDEX `purchase_payment_order` ON `purchase_payment` (`order_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `purchase_payment_waiting` ON `purchase_payment` (`ask_at`) WHERE state = 'WAITING';
--> statement-breakpoint
CREATE INDEX `purchase_payment_paid` ON `purchase_payment` (`method`,`paid_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `purchase_payment_kept` ON `purchase_payment` (`order_id`) WHERE state = 'PAID';
--> statement-breakpoint
CREATE UNIQUE INDEX `purchase_refund_number` ON `purchase_refund` (`number`);
--> statement-breakpoint
CREATE INDEX `purchase_refund_order` ON `purchase_refund` (`order_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `purchase_refund_page` ON `purchase_refund` (`state`,`created_at`);
--> statement-breakpoint
CREATE INDEX `purchase_refund_running` ON `purchase_refund` (`ask_at`) WHERE state = 'RUNNING';
--> statement-breakpoint
CREATE UNIQUE INDEX `purchase_refund_open` ON `purchase_refund` (`order_id`) WHERE kind <> 'RETURN' and state in ('REQUESTED', 'RUNNING', 'FAILED');
--> statement-breakpoint
CREATE UNIQUE INDEX `purchase_refund_return` ON `purchase_refund` (`payment_id`) WHERE kind = 'RETURN';
--> statement-breakpoint
CREATE UNIQUE INDEX `reconciliation_day` ON `reconciliation` (`method`,`day`);
--> statement-breakpoint
CREATE INDEX `reconciliation_page` ON `reconciliation` (`day`,`method`);
--> statement-breakpoint
CREATE UNIQUE INDEX `department_name` ON `department` (`enterprise_id`,`parent_id`,`name`) WHERE closed_at is null;
--> statement-breakpoint
CREATE INDEX `department_parent` ON `department` (`parent_id`);
--> statement-breakpoint
CREATE INDEX `member_department` ON `member` (`department_id`);
--> statement-breakpoint
CREATE INDEX `employee_department` ON `employee` (`department_id`);
--> statement-breakpoint
CREATE INDEX `payment_notice_time` ON `payment_notice` (`taken_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `template_version_number` ON `template_version` (`template_id`,`number`);
--> statement-breakpoint
CREATE INDEX `document_template` ON `document` (`template_version_id`);
--> statement-breakpoint
CREATE INDEX `rate_count_window` ON `rate_count` (`window_start`);
--> statement-breakpoint
CREATE INDEX `used_nonce_end` ON `used_nonce` (`expires_at`);
--> statement-breakpoint
CREATE INDEX `word_layout_docx` ON `word_layout` (`docx`,`is_preview`,`created_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `approval_subject` ON `approval` (`subject`,`subject_id`);
--> statement-breakpoint
CREATE INDEX `approval_applicant` ON `approval` (`enterprise_id`,`applicant_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `approval_thread` ON `approval` (`thread`,`created_at`);
--> statement-breakpoint
CREATE INDEX `approval_due` ON `approval` (`state`,`due_at`);
--> statement-breakpoint
CREATE INDEX `approval_stuck` ON `approval` (`state`,`stuck`);
--> statement-breakpoint
CREATE INDEX `approval_flow_enterprise` ON `approval_flow` (`enterprise_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `approval_part_list` ON `approval_part` (`enterprise_id`,`account_id`,`part`,`created_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `onboarding_field_name` ON `onboarding_field` (`enterprise_id`,`name`) WHERE state = 'ACTIVE';
--> statement-breakpoint
CREATE UNIQUE INDEX `onboarding_field_code` ON `onboarding_field` (`enterprise_id`,`code`) WHERE state = 'ACTIVE' and code <> '';
--> statement-breakpoint
CREATE UNIQUE INDEX `onboarding_field_version` ON `onboarding_field_record` (`field_id`,`version`);
--> statement-breakpoint
CREATE INDEX `onboarding_field_record_enterprise` ON `onboarding_field_record` (`enterprise_id`,`at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `template_clause_name` ON `template_clause` (`owner_key`,`name`);
--> statement-breakpoint
CREATE INDEX `word_layout_time` ON `word_layout` (`created_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `template_group_name` ON `template_group` (`owner_key`,`name`);
--> statement-breakpoint
CREATE INDEX `template_group_member_template` ON `template_group_member` (`template_id`);
--> statement-breakpoint
CREATE INDEX `sign_batch_account` ON `sign_batch` (`account_id`,`ent_id`,`opened_at`);
--> statement-breakpoint
CREATE INDEX `sign_batch_opened` ON `sign_batch` (`opened_at`);
--> statement-breakpoint
CREATE INDEX `seal_use_signer` ON `seal_use` (`task_id`,`signer_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `seal_use_state` ON `seal_use` (`state`);
--> statement-breakpoint
CREATE UNIQUE INDEX `seal_use_running` ON `seal_use` (`signer_id`) WHERE state in ('REVIEWING', 'TO_STAMP');
--> statement-breakpoint
CREATE INDEX `batch_owner` ON `batch` (`owner_key`,`created_at`);
--> statement-breakpoint
CREATE INDEX `batch_row_order` ON `batch_row` (`batch_id`,`position`);
--> statement-breakpoint
CREATE INDEX `batch_row_state` ON `batch_row` (`batch_id`,`state`,`position`);
--> statement-breakpoint
CREATE INDEX `batch_row_task` ON `batch_row` (`task_id`);
--> statement-breakpoint
CREATE INDEX `outbox_key` ON `outbox` (`key`);
--> statement-breakpoint
CREATE INDEX `template_review_template` ON `template_review` (`template_id`,`created_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_key_prefix` ON `api_key` (`prefix`);
--> statement-breakpoint
CREATE INDEX `api_key_enterprise` ON `api_key` (`enterprise_id`,`created_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `log_leaf_position` ON `log_leaf` (`position`);
--> statement-breakpoint
CREATE INDEX `log_leaf_waiting` ON `log_leaf` (`task_id`,`seq`) WHERE position is null;
--> statement-breakpoint
CREATE UNIQUE INDEX `attachment_place` ON `attachment` (`task_id`,`position`);
--> statement-breakpoint
CREATE INDEX `webhook_enterprise` ON `webhook` (`enterprise_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `webhook_state` ON `webhook` (`state`);
--> statement-breakpoint
CREATE INDEX `webhook_delivery_list` ON `webhook_delivery` (`webhook_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `webhook_delivery_time` ON `webhook_delivery` (`created_at`);
--> statement-breakpoint
CREATE INDEX `webhook_delivery_queue` ON `webhook_delivery` (`webhook_id`,`task_id`,`state`,`seq`);
--> statement-breakpoint
CREATE INDEX `employee_change_employee` ON `employee_change` (`employee_id`,`section`,`at`);
--> statement-breakpoint
CREATE INDEX `employee_import_enterprise` ON `employee_import` (`enterprise_id`,`created_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `employee_import_row_number` ON `employee_import_row` (`import_id`,`number`);
--> statement-breakpoint
CREATE INDEX `employee_import_row_state` ON `employee_import_row` (`import_id`,`state`,`number`);
--> statement-breakpoint
CREATE INDEX `employee_import_row_failed` ON `employee_import_row` (`created_at`) WHERE state = 'FAILED' and cells_sealed <> '';
--> statement-breakpoint
CREATE INDEX `employee_transfer_employee` ON `employee_transfer` (`employee_id`,`at`);
--> statement-breakpoint
CREATE INDEX `newcomer_list` ON `newcomer` (`enterprise_id`,`archived`,`state`,`since`);
--> statement-breakpoint
CREATE INDEX `newcomer_account` ON `newcomer` (`account_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `newcomer_link` ON `newcomer` (`link_hash`);
--> statement-breakpoint
CREATE UNIQUE INDEX `newcomer_mobile` ON `newcomer` (`enterprise_id`,`mobile_index`) WHERE state not in ('COMPLETED', 'CANCELLED');
--> statement-breakpoint
CREATE UNIQUE INDEX `newcomer_id_number` ON `newcomer` (`enterprise_id`,`id_number_index`) WHERE state not in ('COMPLETED', 'CANCELLED');
--> statement-breakpoint
CREATE INDEX `newcomer_image_item` ON `newcomer_image` (`item_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `newcomer_item_field` ON `newcomer_item` (`newcomer_id`,`field_id`);
--> statement-breakpoint
CREATE INDEX `newcomer_record_newcomer` ON `newcomer_record` (`newcomer_id`,`at`);
--> statement-breakpoint
CREATE INDEX `employee_left` ON `employee` (`depart_date`) WHERE state = 'DEPARTED' and erased_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX `external_request_code` ON `external_request` (`code_hash`);
--> statement-breakpoint
CREATE INDEX `external_request_due` ON `external_request` (`running`,`ends_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `external_request_business` ON `external_request` (`enterprise_id`,`business_id`) WHERE running = 1;
--> statement-breakpoint
CREATE INDEX `auto_sign_enterprise` ON `auto_sign` (`enterprise_id`,`opened_at`);
--> statement-breakpoint
CREATE INDEX `auto_sign_seal` ON `auto_sign` (`seal_id`,`ended_at`);
--> statement-breakpoint
CREATE INDEX `auto_sign_use_day` ON `auto_sign_use` (`opening_id`,`signed_at`);
--> statement-breakpoint
CREATE TRIGGER participant_added AFTER INSERT ON participant BEGIN
  INSERT INTO task_count (owner_key, part, account_id, state, count)
  SELECT NEW.owner_key, NEW.part, NEW.account_id, coalesce(task.end_reason, task.state), 1 FROM task WHERE task.id = NEW.task_id
  ON CONFLICT (owner_key, part, account_id, state) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER participant_removed AFTER DELETE ON participant BEGIN
  UPDATE task_count SET count = count - 1
  WHERE owner_key = OLD.owner_key AND part = OLD.part AND account_id = OLD.account_id
    AND state = (SELECT coalesce(task.end_reason, task.state) FROM task WHERE task.id = OLD.task_id);
END;
--> statement-breakpoint
CREATE TRIGGER task_moved AFTER UPDATE OF state, end_reason ON task
WHEN coalesce(OLD.end_reason, OLD.state) <> coalesce(NEW.end_reason, NEW.state) BEGIN
  UPDATE task_count SET count = count - 1
  WHERE state = coalesce(OLD.end_reason, OLD.state)
    AND (owner_key, part, account_id) IN (SELECT owner_key, part, account_id FROM participant WHERE task_id = NEW.id);
  INSERT INTO task_count (owner_key, part, account_id, state, count)
  SELECT owner_key, part, account_id, coalesce(NEW.end_reason, NEW.state), 1 FROM participant WHERE task_id = NEW.id
  ON CONFLICT (owner_key, part, account_id, state) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `copies_transfer_kept` BEFORE UPDATE ON `copies_transfer` BEGIN SELECT raise(ABORT, 'the ledger of copies is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `copies_transfer_held` BEFORE DELETE ON `copies_transfer` BEGIN SELECT raise(ABORT, 'the ledger of copies is append-only'); END;

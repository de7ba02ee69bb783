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
);
--> statement-breakpoint
CREATE UNIQUE INDEX `certificate_serial` ON `certificate` (`issuer_id`,`serial`);--> statement-breakpoint
CREATE INDEX `certificate_owner` ON `certificate` (`owner_key`,`purpose`);--> statement-breakpoint
CREATE INDEX `certificate_expiry` ON `certificate` (`not_after`);--> statement-breakpoint
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
	`copies` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `enterprise_name` ON `enterprise` (`name`);--> statement-breakpoint
CREATE INDEX `enterprise_parent` ON `enterprise` (`parent_id`);--> statement-breakpoint
CREATE TABLE `member` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`account_id` text NOT NULL,
	`roles` text NOT NULL,
	`business_types` text,
	`joined_at` integer NOT NULL,
	`left_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `member_pair` ON `member` (`enterprise_id`,`account_id`);--> statement-breakpoint
CREATE INDEX `member_account` ON `member` (`account_id`);--> statement-breakpoint
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
CREATE INDEX `outbox_due` ON `outbox` (`due_at`);--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_login_name` ON `account` (`login_name`);--> statement-breakpoint
CREATE UNIQUE INDEX `account_mobile` ON `account` (`mobile_index`);--> statement-breakpoint
CREATE INDEX `account_email` ON `account` (`email_index`);--> statement-breakpoint
CREATE INDEX `account_id_number` ON `account` (`id_number_index`);--> statement-breakpoint
CREATE TABLE `auth_code` (
	`id` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`target` text NOT NULL,
	`code_hash` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`used_at` integer,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `auth_code_target` ON `auth_code` (`purpose`,`target`,`created_at`);--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE INDEX `session_account` ON `session` (`account_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `session_refresh` ON `session` (`refresh_hash`);--> statement-breakpoint
CREATE TABLE `used_nonce` (
	`nonce` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
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
);
--> statement-breakpoint
CREATE INDEX `notice_account` ON `notice` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `notice_unread` ON `notice` (`account_id`,`read_at`);--> statement-breakpoint
CREATE TABLE `simulated_message` (
	`id` text PRIMARY KEY NOT NULL,
	`channel` text NOT NULL,
	`target` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `simulated_message_time` ON `simulated_message` (`created_at`);--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE INDEX `seal_owner` ON `seal` (`owner_key`,`deleted_at`);--> statement-breakpoint
CREATE TABLE `consent` (
	`id` text PRIMARY KEY NOT NULL,
	`task_id` text NOT NULL,
	`signer_id` text NOT NULL,
	`account_id` text NOT NULL,
	`method` text NOT NULL,
	`digests` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `consent_task` ON `consent` (`task_id`);--> statement-breakpoint
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
CREATE INDEX `copy_party_task` ON `copy_party` (`task_id`);--> statement-breakpoint
CREATE TABLE `document` (
	`id` text PRIMARY KEY NOT NULL,
	`task_id` text NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`pages` text NOT NULL,
	`revision` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `document_place` ON `document` (`task_id`,`position`);--> statement-breakpoint
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
CREATE INDEX `draft_owner` ON `draft` (`owner_key`,`closed_at`,`saved_at`);--> statement-breakpoint
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
CREATE INDEX `participant_list` ON `participant` (`owner_key`,`part`,`sent_at`);--> statement-breakpoint
CREATE INDEX `participant_task` ON `participant` (`task_id`);--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE INDEX `placement_task` ON `placement` (`task_id`);--> statement-breakpoint
CREATE INDEX `placement_signer` ON `placement` (`signer_id`);--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE INDEX `signer_task` ON `signer` (`task_id`,`position`);--> statement-breakpoint
CREATE INDEX `signer_pending` ON `signer` (`owner_key`,`state`);--> statement-breakpoint
CREATE INDEX `signer_mobile` ON `signer` (`mobile_index`,`account_id`);--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE UNIQUE INDEX `task_number` ON `task` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `task_draft` ON `task` (`draft_id`);--> statement-breakpoint
CREATE INDEX `task_owner` ON `task` (`owner_key`,`sent_at`);--> statement-breakpoint
CREATE INDEX `task_due` ON `task` (`state`,`deadline`);--> statement-breakpoint
CREATE INDEX `task_start` ON `task` (`state`,`start_at`);--> statement-breakpoint
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

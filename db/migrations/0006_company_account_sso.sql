CREATE TABLE `account_record` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`at` integer NOT NULL,
	`record` text NOT NULL,
	`session_id` text DEFAULT '' NOT NULL,
	`remark` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `account_record_account` ON `account_record` (`account_id`,`at`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `hand_link_token` ON `hand_link` (`token_hash`);--> statement-breakpoint
CREATE INDEX `hand_link_account` ON `hand_link` (`account_id`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `admin_application_open` ON `admin_application` (`enterprise_id`,`account_id`) WHERE state = 'TO_APPROVE';--> statement-breakpoint
CREATE INDEX `admin_application_enterprise` ON `admin_application` (`enterprise_id`,`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `admin_application_account` ON `admin_application` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `admin_application_state` ON `admin_application` (`state`,`created_at`);--> statement-breakpoint
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
CREATE INDEX `company_record_enterprise` ON `company_record` (`enterprise_id`,`at`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `join_application_open` ON `join_application` (`enterprise_id`,`account_id`) WHERE state = 'PENDING';--> statement-breakpoint
CREATE INDEX `join_application_enterprise` ON `join_application` (`enterprise_id`,`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `join_application_account` ON `join_application` (`account_id`,`created_at`);--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sso_customer_path` ON `sso_customer` (`path`);--> statement-breakpoint
CREATE INDEX `sso_customer_enterprise` ON `sso_customer` (`enterprise_id`);--> statement-breakpoint
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
CREATE INDEX `sso_used_link_end` ON `sso_used_link` (`expires_at`);
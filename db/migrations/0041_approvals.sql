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
CREATE UNIQUE INDEX `approval_subject` ON `approval` (`subject`,`subject_id`);--> statement-breakpoint
CREATE INDEX `approval_applicant` ON `approval` (`enterprise_id`,`applicant_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `approval_thread` ON `approval` (`thread`,`created_at`);--> statement-breakpoint
CREATE INDEX `approval_due` ON `approval` (`state`,`due_at`);--> statement-breakpoint
CREATE INDEX `approval_stuck` ON `approval` (`state`,`stuck`);--> statement-breakpoint
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
CREATE INDEX `approval_flow_enterprise` ON `approval_flow` (`enterprise_id`,`created_at`);--> statement-breakpoint
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
CREATE INDEX `approval_part_list` ON `approval_part` (`enterprise_id`,`account_id`,`part`,`created_at`);--> statement-breakpoint
CREATE TABLE `approval_substitute` (
	`enterprise_id` text NOT NULL,
	`account_id` text NOT NULL,
	`substitute_id` text NOT NULL,
	`from_at` integer NOT NULL,
	`to_at` integer NOT NULL,
	PRIMARY KEY(`enterprise_id`, `account_id`)
);

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
CREATE INDEX `webhook_enterprise` ON `webhook` (`enterprise_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `webhook_state` ON `webhook` (`state`);--> statement-breakpoint
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
CREATE INDEX `webhook_delivery_list` ON `webhook_delivery` (`webhook_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `webhook_delivery_time` ON `webhook_delivery` (`created_at`);--> statement-breakpoint
CREATE INDEX `webhook_delivery_queue` ON `webhook_delivery` (`webhook_id`,`task_id`,`state`,`seq`);
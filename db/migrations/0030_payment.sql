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
CREATE INDEX `simulated_movement_trade` ON `simulated_movement` (`trade_no`);--> statement-breakpoint
CREATE INDEX `simulated_movement_time` ON `simulated_movement` (`at`);--> statement-breakpoint
CREATE UNIQUE INDEX `simulated_movement_refund` ON `simulated_movement` (`trade_no`,`refund_no`) WHERE kind = 'REFUND';--> statement-breakpoint
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
CREATE INDEX `simulated_trade_time` ON `simulated_trade` (`created_at`);